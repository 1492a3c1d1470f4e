/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_VENDOR_GLOBAL_PIPES_H
#define FCLC_OPENCL_VENDOR_GLOBAL_PIPES_H

#include "tools/fpgaclc/common/program.h"

/*
 * Pipes and channels declared at file scope, which clang does not support:
 *	pipe int p __attribute__((xcl_reqd_pipe_depth(32)));
 *	channel float c[4] __attribute__((depth(8)));
 * Each one that a kernel uses, directly or in functions that it calls, becomes a stream port of the
 * kernel.
 */

/* Whether the text could declare such pipes, take pipes as arguments, or have global variables. */
bool fclc_pipes_possible(const char *text);

/*
 * Reads the preprocessed text of a source. If it declares such pipes, sets *ret_text to the text
 * with their declarations and uses replaced, on the same lines, and source->pipes to their
 * descriptions; otherwise *ret_text is NULL. Sets source->needs_2_0 if there are pipes of any kind,
 * or variables in global memory.
 */
int fclc_pipes_rewrite(struct fclc_program *program, struct fclc_source *source, const char *text,
		       const char **ret_text, struct fcl_err *err);

/* Adds an argument for each pipe that the kernel uses. */
int fclc_pipes_add_args(struct fclc_program *program, struct fclc_kernel *kernel,
			struct fcl_err *err);

#endif
