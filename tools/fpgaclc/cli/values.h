/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_VALUES_H
#define FCLC_CLI_VALUES_H

#include "tools/fpgaclc/cli/option_table.h"
#include "tools/fpgaclc/common/program.h"

/*
 * Applies an option that takes a value, given on the command line or in a config file at `place`.
 */
int fclc_value_apply(struct fclc_program *program, const struct fclc_option *option,
		     const char *value, struct fclc_place place, struct fcl_err *err);

/* Applies the values of options that have one. Call it once all options are known. */
int fclc_values_settle(struct fclc_program *program, struct fcl_err *err);

/*
 * Applies the flags given as properties of the kernels to compile. Call it once all options are
 * known.
 */
int fclc_kernel_flags_take(struct fclc_program *program, struct fcl_err *err);

#endif
