/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_VALUES_H
#define FCLC_CLI_VALUES_H

#include "tools/fpgaclc/cli/option_table.h"
#include "tools/fpgaclc/common/program.h"

/* Applies an option that takes a value, of the command line or of a config file at `place`. */
int fclc_value_apply(struct fclc_program *program, const struct fclc_option *option,
		     const char *value, struct fclc_place place, struct fcl_err *err);

/* Applies a flag of the compiler, such as -O2 or -DX. False: it is none that is known. */
bool fclc_flag_take(struct fclc_program *program, const char *text);

/* Once all options are known: applies the flags that are properties of the kernels to compile. */
void fclc_kernel_flags_take(struct fclc_program *program);

#endif
