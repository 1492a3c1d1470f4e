/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_GATHER_H
#define FCLC_RTL_GATHER_H

#include "tools/fpgaclc/rtl/rtl.h"

/*
 * Moves HDL, descriptions and RTL .xo files from options.sources to program->rtl. Where a C model
 * is used, its sources take their place. The temporary directory has to exist.
 */
int fclc_rtl_gather(struct fclc_program *program, struct fcl_err *err);

/* Moves the registers of a kernel with a C model to the offsets in its description. */
int fclc_rtl_place_model(const struct fclc_program *program, struct fclc_kernel *kernel,
			 struct fcl_err *err);

#endif
