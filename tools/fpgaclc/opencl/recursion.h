/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_RECURSION_H
#define FCLC_OPENCL_RECURSION_H

#include "tools/fpgaclc/common/program.h"

/* Rejects kernels that can reach a recursive function. `ir` is the source's IR. */
int fclc_recursion_check(struct fclc_program *program, const struct fclc_source *source,
			 const char *ir, struct fcl_err *err);

#endif
