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

#endif
