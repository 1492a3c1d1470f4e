/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_KERNELS_H
#define FCLC_FRONTEND_KERNELS_H

#include "tools/fpgaclc/common/program.h"

/* Finds each kernel that -k names among program->functions: program->kernels. */
int fclc_select_kernels(struct fclc_program *program, struct fcl_err *err);

/*
 * The name that a source in OpenCL C gives a function or an argument: the library's headers, and fpgacl/math.h, define
 * names of built-in functions as macros, so that a kernel called "mix" is "_cl_mix" for the compiler.
 */
const char *fclc_public_name(const char *symbol);

#endif
