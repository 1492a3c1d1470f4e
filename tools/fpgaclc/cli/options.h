/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_OPTIONS_H
#define FCLC_CLI_OPTIONS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Reads the command line (and the files that --config names) into program->options. Sets
 * options.printed if that was all: --help, --version. 0, or -EINVAL with the reason. `-t hw` becomes
 * FCL_TARGET_HW: only the vendor's compiler can continue from there.
 */
int fclc_options_parse(struct fclc_program *program, int argc, char **argv, struct fcl_err *err);

/*
 * Applies "key=value" of a config file, under `section` or before the first one (""). Fails for an
 * unknown key or value.
 */
int fclc_options_set(struct fclc_program *program, const char *section, const char *key,
		     const char *value, struct fclc_place place, struct fcl_err *err);

/* Splits text in place at blanks; quotes keep blanks together. Returns the number of words. */
uint32_t fclc_options_split(struct fclc_program *program, char *text, const char ***ret_list);

/* Applies arguments as those of the command line. */
int fclc_options_take(struct fclc_program *program, const char **list, uint32_t count,
		      struct fcl_err *err);

/* Remembers an option that has no effect, once. */
int fclc_options_ignore(struct fclc_program *program, const char *name);

#endif
