/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_GATHER_H
#define FCLC_RTL_GATHER_H

#include "tools/fpgaclc/rtl/rtl.h"

/*
 * Takes HDL, descriptions and their .xo files out of options.sources: program->rtl. Where a C model
 * is to be used, its sources take their place. The temporary directory has to be there.
 */
int fclc_rtl_gather(struct fclc_program *program, struct fcl_err *err);

/* A kernel whose C model was laid out: its registers are where the description has them. */
int fclc_rtl_place_model(const struct fclc_program *program, struct fclc_kernel *kernel,
			 struct fcl_err *err);

#endif
