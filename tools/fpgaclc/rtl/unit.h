/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_UNIT_H
#define FCLC_RTL_UNIT_H

#include "tools/fpgaclc/rtl/rtl.h"

/* Compiles the models of all Verilog kernels, with their tables, into their sources' units. */
int fclc_rtl_compile(struct fclc_program *program, struct fcl_err *err);

/* Write what the kernel's model needs before it and in it. */
void fclc_rtl_declare(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index);
void fclc_rtl_table(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index);

#endif
