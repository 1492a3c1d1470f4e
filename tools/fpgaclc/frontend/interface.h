/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_INTERFACE_H
#define FCLC_FRONTEND_INTERFACE_H

#include "tools/fpgaclc/common/program.h"
#include "tools/fpgaclc/frontend/pragmas.h"

/* Follows control, GIER, IER and ISR (UG1399 "S_AXILITE"). A kernel's result is at this offset. */
#define FCLC_FIRST_REGISTER 0x10u

/*
 * Rejects invalid kernel arguments and applies the kernel's interface pragmas. The defaults are
 * those of the Vitis kernel flow (UG1399 "Interfaces for Vitis Kernel Flow"): m_axi in bundle gmem
 * for pointers, axis for streams, s_axilite for other arguments, and ap_ctrl_hs.
 */
int fclc_interface_read(struct fclc_program *program, struct fclc_kernel *kernel,
			const struct fclc_pragmas *pragmas, struct fcl_err *err);

/* Lays out a kernel's ports and registers, once the directions of its streams are known. */
int fclc_interface_lay_out(struct fclc_program *program, struct fclc_kernel *kernel,
			   struct fcl_err *err);

/* The same for a kernel that comes with ports: sets those whose direction only the link step knows. */
int fclc_interface_set_late(struct fclc_program *program, struct fclc_kernel *kernel,
			    struct fcl_err *err);

#endif
