/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_VERILATOR_H
#define FCLC_RTL_VERILATOR_H

#include "tools/fpgaclc/rtl/rtl.h"

/* Runs Verilator, which builds a C++ model of the HDL. */
int fclc_rtl_verilate(struct fclc_program *program, struct fclc_rtl *rtl, struct fcl_err *err);

/* Reads the top module's signals from that model. */
int fclc_rtl_read_signals(struct fclc_program *program, struct fclc_rtl *rtl, struct fcl_err *err);

#endif
