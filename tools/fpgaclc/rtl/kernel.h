/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_KERNEL_H
#define FCLC_RTL_KERNEL_H

#include "tools/fpgaclc/rtl/bus.h"

/* Adds the kernels without a C model to program->kernels, with a source for each. */
int fclc_rtl_add_kernels(struct fclc_program *program, struct fcl_err *err);

/* Makes an HDL end of a stream adopt the other end's packets, if its bus can carry them. */
bool fclc_rtl_adapt(const struct fclc_program *program, const struct fclc_kernel *kernel,
		    struct fclc_arg *arg, uint64_t size);

/* The layout of a stream's packets with `bits` bits of data. False: it has another width. */
bool fclc_rtl_stream_packet(const struct fclc_kernel *kernel, const struct fclc_arg *arg,
			    uint32_t bits, struct fclc_packet *ret_packet);

#endif
