/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_WRAPPER_H
#define FCLC_OPENCL_WRAPPER_H

#include "tools/fpgaclc/common/program.h"

/*
 * Writes the source of a unit: it includes the user's, and has a function fclc_item_<kernel>() for each of its kernels,
 * which runs one work-item.
 */
int fclc_opencl_wrap(struct fclc_program *program, const struct fclc_source *source,
		     struct fclc_text *out, struct fcl_err *err);

/* Adds what table.c needs for a kernel: its arguments and fclc_run_<kernel>(). */
void fclc_opencl_table(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index);

#endif
