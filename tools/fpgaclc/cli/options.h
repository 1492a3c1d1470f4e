/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_OPTIONS_H
#define FCLC_CLI_OPTIONS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Reads the command line, and the files named by --config, into program->options. Sets
 * options.printed if the command line only asked for --help or --version. Returns 0, or -EINVAL
 * with the reason. `-t hw` becomes FCL_TARGET_HW: only the vendor's compiler can continue from
 * there.
 */
int fclc_options_parse(struct fclc_program *program, int argc, char **argv, struct fcl_err *err);

/*
 * Applies "key=value" from a config file; `section` is "" before the first section. Fails for an
 * unknown key or value.
 */
int fclc_options_set(struct fclc_program *program, const char *section, const char *key,
		     const char *value, struct fclc_place place, struct fcl_err *err);

/* Splits text in place at whitespace, except inside quotes. Returns the number of words. */
uint32_t fclc_options_split(struct fclc_program *program, char *text, const char ***ret_list);

/* Applies a list of arguments as if they were on the command line. */
int fclc_options_take(struct fclc_program *program, const char **list, uint32_t count,
		      struct fcl_err *err);

/* Records an option that has no effect, once. */
int fclc_options_ignore(struct fclc_program *program, const char *name);

#endif
