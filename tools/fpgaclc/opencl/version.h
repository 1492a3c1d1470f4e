/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_VERSION_H
#define FCLC_OPENCL_VERSION_H

#include "tools/fpgaclc/common/program.h"

/*
 * Sets source->needs_2_0 if it has pipes, channels, or variables in global memory outside of functions. Finds the
 * library, and precompiles its declarations.
 */
int fclc_opencl_ready(struct fclc_program *program, struct fclc_source *source,
		      struct fcl_err *err);

#endif
