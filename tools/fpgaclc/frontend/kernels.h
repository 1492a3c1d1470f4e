/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_KERNELS_H
#define FCLC_FRONTEND_KERNELS_H

#include "tools/fpgaclc/common/program.h"

/* Finds the kernels named by -k among program->functions, and sets program->kernels. */
int fclc_select_kernels(struct fclc_program *program, struct fcl_err *err);

/*
 * The name that an OpenCL C source gives a function or an argument. The library's headers and
 * fpgacl/math.h define names of built-in functions as macros, so the compiler sees a kernel called
 * "mix" as "_cl_mix".
 */
const char *fclc_public_name(const char *symbol);

#endif
