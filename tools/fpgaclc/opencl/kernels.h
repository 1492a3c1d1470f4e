/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_KERNELS_H
#define FCLC_OPENCL_KERNELS_H

#include "tools/fpgaclc/common/program.h"

/* Without -k, if all sources are OpenCL C: adds every __kernel to program->options.kernels. */
int fclc_opencl_name_kernels(struct fclc_program *program, struct fcl_err *err);

/*
 * Completes the kernels of a .cl file, and checks what they call. Fails for functions that are not
 * a __kernel, and for images and samplers.
 */
int fclc_opencl_read(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err);

/*
 * The name that a source gives a function or an argument. The library's headers and fpgacl/math.h define names of
 * built-in functions as macros, so the compiler sees a kernel called "mix" as "_cl_mix".
 */
const char *fclc_opencl_name(const char *symbol);

#endif
