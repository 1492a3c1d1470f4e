/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_HELP_H
#define FCLC_CLI_HELP_H

/* Prints the text of --help: the options, and the names of those that are accepted but ignored. */
void fclc_print_help(void);

/* Prints the table of pragmas, in the form of docs/supported.md. */
void fclc_print_pragmas(void);
void fclc_print_synthesis(void);

#endif
