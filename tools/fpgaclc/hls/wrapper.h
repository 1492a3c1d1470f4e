/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_HLS_WRAPPER_H
#define FCLC_HLS_WRAPPER_H

#include "tools/fpgaclc/common/program.h"

/*
 * Writes the source of a payload unit. It includes the user's source and, for each of its kernels,
 * defines a function `fclc_run_<kernel>` that takes the arguments from the registers and calls the
 * kernel; the compiler checks the types. *ret_path is the file's path.
 */
int fclc_wrapper_write(struct fclc_program *program, const struct fclc_source *source,
		       const char **ret_path, struct fcl_err *err);

#endif
