/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_WRAPPER_H
#define FCLC_OPENCL_WRAPPER_H

#include "tools/fpgaclc/common/kernel.h"
#include "tools/fpgaclc/common/mem.h"

/* Adds the wrapper of a .cl file: fclc_item_<kernel>() runs one work-item. */
void fclc_opencl_wrapper(struct fclc_text *out, const struct fclc_kernel *kernel);

/* Adds what table.c needs for a kernel: its arguments and fclc_run_<kernel>(). */
void fclc_opencl_table(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index);

#endif
