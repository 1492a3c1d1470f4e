/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_KERNELS_H
#define FCLC_FRONTEND_KERNELS_H

#include "tools/fpgaclc/common/program.h"

/* Finds the kernels named by -k among program->functions, and sets program->kernels. */
int fclc_select_kernels(struct fclc_program *program, struct fcl_err *err);

#endif
