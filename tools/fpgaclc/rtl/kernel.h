/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_KERNEL_H
#define FCLC_RTL_KERNEL_H

#include "tools/fpgaclc/rtl/rtl.h"

/* Adds the kernels without a C model to program->kernels, with a source for each. */
int fclc_rtl_add_kernels(struct fclc_program *program, struct fcl_err *err);

/*
 * Matches the packet layouts at the ends of a stream: an HDL end adopts the other end's layout if
 * its bus can carry it.
 */
void fclc_rtl_join(const struct fclc_program *program, const struct fclc_kernel *a,
		   struct fclc_arg *from, const struct fclc_kernel *b, struct fclc_arg *to);

#endif
