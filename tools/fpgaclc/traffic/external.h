/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_TRAFFIC_EXTERNAL_H
#define FCLC_TRAFFIC_EXTERNAL_H

#include "tools/fpgaclc/common/program.h"

/*
 * Kernels that connect a stream to a process outside of the board: sim_ipc_axis_master_<bits> and
 * sim_ipc_axis_slave_<bits>. The .xo files that come with fpgaclc hold no code but one line,
 *
 *	fpgaclc-external 1 <kernel>
 *
 * and the vendor's files of these names mean the same kernels. Their code is part of the payload
 * (payload_external.c). The packets of their stream have the layout that the other end of it has.
 */

/* Takes such files out of the options' list. */
int fclc_external_gather(struct fclc_program *program, struct fcl_err *err);
/* Adds their kernels, with a source for each. */
int fclc_external_add_kernels(struct fclc_program *program, struct fcl_err *err);
/* The kernel that `name` means without its width, if it is the only one; NULL: none. */
struct fclc_kernel *fclc_external_find(struct fclc_program *program, const char *name);
/*
 * Gives the stream of such a kernel the layout of the packets at its other end, unless that is such a kernel, too.
 */
int fclc_external_join(struct fclc_kernel *kernel, struct fclc_arg *arg,
		       const struct fclc_kernel *other, const struct fclc_arg *other_arg,
		       const struct fclc_directive *directive, struct fcl_err *err);
/* Puts a unit of such a kernel behind a port of the board. */
int fclc_external_put(struct fclc_program *program, struct fclc_kernel *kernel, const char *cu,
		      const char *port, const struct fclc_directive *directive,
		      struct fcl_err *err);
/* Writes what the kernel's model needs before it and in it. */
void fclc_external_describe(struct fclc_text *out, const struct fclc_kernel *kernel,
			    uint32_t index);
void fclc_external_table(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index);

#endif
