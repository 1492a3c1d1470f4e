/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_VENDOR_EXPAND_H
#define FCLC_OPENCL_VENDOR_EXPAND_H

#include "tools/fpgaclc/common/program.h"

/*
 * Preprocesses an OpenCL C source. Keeps line markers, and leaves out the headers that fpgaclc
 * includes before the source.
 */
int fclc_expand(struct fclc_program *program, const struct fclc_source *source,
		const char **ret_text, struct fcl_err *err);

#endif
