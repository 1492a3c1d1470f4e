/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_SNAPSHOTS_H
#define FCLC_RTL_SNAPSHOTS_H

#include "tools/fpgaclc/rtl/rtl.h"

/*
 * --snapshots: refuses HDL whose state is not all in the memory that a snapshot copies. `model` is
 * Verilator's C++ of it; its headers are beside the HDL.
 */
int fclc_rtl_check_snapshots(const struct fclc_program *program, const struct fclc_rtl *rtl,
			     const char *model, struct fcl_err *err);

#endif
