/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_WRAPPER_H
#define FCLC_COMPILE_WRAPPER_H

#include "tools/fpgaclc/ground/program.h"

/*
 * The source that becomes a payload unit: the user's source, included, and behind it one function
 * `fclc_run_<n>` for each of its kernels that takes the arguments from the registers and calls the
 * kernel, type-checked by the compiler. *ret_path is the file's path.
 */
int fclc_wrapper_write(struct fclc_program *program, const struct fclc_source *source,
		       const char **ret_path, struct fcl_err *err);

#endif
