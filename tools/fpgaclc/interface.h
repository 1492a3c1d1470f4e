/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_INTERFACE_H
#define FCLC_INTERFACE_H

#include "tools/fpgaclc/fclc.h"
#include "tools/fpgaclc/pragmas.h"

/*
 * Gives a kernel its ports, registers and control protocol: its pragmas first, then the defaults
 * of the Vitis kernel flow (UG1399 "Interfaces for Vitis Kernel Flow"): pointers m_axi in bundle
 * gmem, everything else s_axilite, streams axis, block protocol ap_ctrl_hs.
 */
int fclc_interface_apply(struct fclc_program *program, struct fclc_kernel *kernel,
			 const struct fclc_pragmas *pragmas, struct fcl_err *err);

#endif
