/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_READ_H
#define FCLC_COMPILE_READ_H

#include "tools/fpgaclc/common/program.h"

/* Finds the kernels in all sources, with their arguments and what interface pragmas say of these. */
int fclc_sources_read(struct fclc_program *program, struct fcl_err *err);

#endif
