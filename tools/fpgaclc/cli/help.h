/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_HELP_H
#define FCLC_CLI_HELP_H

/* Prints what --help answers: the options, and the names of those that are accepted without effect. */
void fclc_print_help(void);

#endif
