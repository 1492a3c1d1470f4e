/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_HELP_H
#define FCLC_CLI_HELP_H

/* What --help prints. */
extern const char fclc_help[];

#endif
