/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_KERNEL_H
#define FCLC_RTL_KERNEL_H

#include "tools/fpgaclc/rtl/rtl.h"

/* Adds those that are not modelled in C to program->kernels, with a source each. */
int fclc_rtl_add_kernels(struct fclc_program *program, struct fcl_err *err);

/*
 * The ends of a stream: where one is HDL, which can have packets of the other's form, it gets them.
 */
void fclc_rtl_join(const struct fclc_program *program, const struct fclc_kernel *a,
		   struct fclc_arg *from, const struct fclc_kernel *b, struct fclc_arg *to);

#endif
