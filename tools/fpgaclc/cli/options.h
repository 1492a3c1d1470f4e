/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_OPTIONS_H
#define FCLC_CLI_OPTIONS_H

#include "tools/fpgaclc/ground/program.h"

/*
 * Reads the command line (and the files that --config names) into program->options. Returns 1 if it
 * printed --help or --version, 0 to continue, or -EINVAL with the reason. `-t hw` becomes
 * FCL_TARGET_HW: only the vendor's compiler can continue from there.
 */
int fclc_options_parse(struct fclc_program *program, int argc, char **argv, struct fcl_err *err);

/*
 * Applies "key=value" of a config file, under `section` or before the first one (""). Fails for an
 * unknown key or value.
 */
int fclc_options_set(struct fclc_program *program, const char *section, const char *key,
		     const char *value, struct fclc_place place, struct fcl_err *err);

#endif
