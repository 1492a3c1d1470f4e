/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_COMPILE_H
#define FCLC_COMPILE_COMPILE_H

#include "tools/fpgaclc/common/program.h"

/* Compiles all kernels, laid out before, into objects, and measures these. */
int fclc_compile(struct fclc_program *program, struct fcl_err *err);

#endif
