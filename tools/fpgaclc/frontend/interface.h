/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_INTERFACE_H
#define FCLC_FRONTEND_INTERFACE_H

#include "tools/fpgaclc/common/program.h"
#include "tools/fpgaclc/frontend/pragmas.h"

/* After control, GIER, IER and ISR (UG1399 "S_AXILITE"). A kernel's result is at this offset. */
#define FCLC_FIRST_REGISTER 0x10u

/*
 * Refuses arguments that a kernel cannot have and applies the kernel's interface pragmas. Defaults
 * are those of the Vitis kernel flow (UG1399 "Interfaces for Vitis Kernel Flow"): pointers m_axi in
 * bundle gmem, other arguments s_axilite, streams axis, ap_ctrl_hs.
 */
int fclc_interface_read(struct fclc_program *program, struct fclc_kernel *kernel,
			const struct fclc_pragmas *pragmas, struct fcl_err *err);

/* Lays out a kernel's ports and registers, once the directions of its streams are known. */
int fclc_interface_lay_out(struct fclc_program *program, struct fclc_kernel *kernel,
			   struct fcl_err *err);

/* For a kernel from a .xo file: sets the ports whose direction is known only at the link step. */
void fclc_interface_set_late(struct fclc_kernel *kernel);

#endif
