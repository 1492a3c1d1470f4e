/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_VENDOR_REWRITE_H
#define FCLC_OPENCL_VENDOR_REWRITE_H

#include "tools/fpgaclc/common/step.h"

/*
 * Replaces in a source what clang would not take: pipes and channels at file scope, and what only Intel's compiler
 * takes. Finds the library, and precompiles its declarations.
 */
int fclc_opencl_ready(struct fclc_program *program, struct fclc_source *source,
		      struct fcl_err *err);

#endif
