/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_VERILATOR_H
#define FCLC_RTL_VERILATOR_H

#include "tools/fpgaclc/rtl/rtl.h"

/*
 * Has Verilator build a C++ model of the HDL in the directory `model` beside it, and reads the top
 * module's signals from it. The result is cached by the contents of all files.
 */
int fclc_rtl_verilate(struct fclc_program *program, struct fclc_rtl *rtl, struct fcl_err *err);

/* The directory of Verilator's runtime, which differs between installations. */
int fclc_rtl_verilator_root(struct fclc_program *program, const char **ret_root,
			    struct fcl_err *err);

#endif
