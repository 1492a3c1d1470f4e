/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_PLUGIN_H
#define FCLC_COMMON_PLUGIN_H

#include "tools/fpgaclc/common/driver.h"

/* Sets where the compiler's plugin (plugin/) is to be, and the digest that stands for it. */
void fclc_plugin_open(struct fclc_program *program);

/* Writes it there before the first command that is not cached; does nothing without fclc_plugin_open(). */
int fclc_plugin_write(struct fclc_program *program, struct fcl_err *err);

/*
 * Loads the plugin, for what it does with pragmas: reports faults as "warning" or "error", or not
 * ("off"); or "apply", which makes them take effect. Directives of the options count as pragmas. NULL: the
 * language has none.
 */
void fclc_plugin_pragmas(const struct fclc_program *program, struct fclc_argv *argv,
			 const char *what);

/* Has the command do what the plugin's action of that name does, instead of compiling. */
void fclc_plugin_action(const struct fclc_program *program, struct fclc_argv *argv,
			const char *name, const char *argument);

/* Adds an argument for the front end; the key ends in "=". */
void fclc_plugin_argument(struct fclc_argv *argv, const char *key, const char *value);

/* Adds one of the plugin's own options to a command, with the value that follows "=", if any. */
void fclc_plugin_option(const struct fclc_program *program, struct fclc_argv *argv,
			const char *option);

#endif
