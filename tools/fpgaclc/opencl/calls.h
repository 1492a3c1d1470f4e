/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_CALLS_H
#define FCLC_OPENCL_CALLS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Refuses kernels that call, directly or not, a function that calls itself, or one of an extension that devices do not have.
 * `ir` is the source's.
 */
int fclc_calls_check(struct fclc_program *program, const struct fclc_source *source, const char *ir,
		     struct fcl_err *err);

#endif
