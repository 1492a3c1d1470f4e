/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_PROTOTYPES_H
#define FCLC_OPENCL_PROTOTYPES_H

#include "tools/fpgaclc/common/program.h"

/*
 * Refuses functions and variables that a source in OpenCL C declares and uses, and no source
 * defines: the linker would take the C library's of the same name, if it has one.
 */
int fclc_prototypes_check(struct fclc_program *program, struct fcl_err *err);

#endif
