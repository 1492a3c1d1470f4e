/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_PROTOTYPES_H
#define FCLC_OPENCL_PROTOTYPES_H

#include "tools/fpgaclc/common/program.h"

/*
 * Rejects functions and variables that an OpenCL C source declares and uses but no source defines.
 * Otherwise the linker would bind them to a symbol of the same name in the C library, if there is
 * one.
 */
int fclc_prototypes_check(struct fclc_program *program, struct fcl_err *err);

#endif
