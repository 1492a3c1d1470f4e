/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_GENERIC_H
#define FCLC_OPENCL_GENERIC_H

#include "tools/fpgaclc/common/program.h"

/*
 * Builds bitcode that defines the built-in functions for generic pointers which the source uses.
 * NULL if it uses none.
 */
int fclc_opencl_generic(struct fclc_program *program, const struct fclc_source *source,
			const char **ret_bitcode, struct fcl_err *err);

#endif
