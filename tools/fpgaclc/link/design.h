/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_DESIGN_H
#define FCLC_LINK_DESIGN_H

#include "tools/fpgaclc/common/program.h"

/* Plans the compute units, their banks and streams, once all kernels are known, and lays the kernels out. */
int fclc_design(struct fclc_program *program, struct fcl_err *err);

/* Lays out the kernels' ports and registers, without what the design would say of them. */
int fclc_lay_out(struct fclc_program *program, struct fcl_err *err);

#endif
