/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_KERNELS_H
#define FCLC_FRONTEND_KERNELS_H

#include "tools/fpgaclc/ground/program.h"

/* Finds each kernel that -k names among program->functions: program->kernels. */
int fclc_select_kernels(struct fclc_program *program, struct fcl_err *err);

#endif
