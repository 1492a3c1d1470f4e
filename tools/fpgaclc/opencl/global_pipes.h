/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_GLOBAL_PIPES_H
#define FCLC_OPENCL_GLOBAL_PIPES_H

#include "tools/fpgaclc/common/program.h"

/*
 * Pipes and channels declared outside of functions, which the compiler does not know:
 *	pipe int p __attribute__((xcl_reqd_pipe_depth(32)));
 *	channel float c[4] __attribute__((depth(8)));
 * Each that a kernel uses, itself or in functions that it calls, becomes a stream port of it.
 */

/* Whether a source may have any, take pipes, or have variables in global memory: its text says so. */
bool fclc_pipes_possible(const char *text);

/*
 * Reads the preprocessed text of a source. If it declares such pipes, *ret_text is the text with
 * the declarations and the calls that use them replaced, on the same lines, and source->pipes
 * describes them; else NULL. source->needs_2_0 is set if it has pipes of any kind, or variables in
 * global memory.
 */
int fclc_pipes_rewrite(struct fclc_program *program, struct fclc_source *source, const char *text,
		       const char **ret_text, struct fcl_err *err);

/* Adds arguments for those that the kernel uses. */
int fclc_pipes_add_args(struct fclc_program *program, struct fclc_kernel *kernel,
			struct fcl_err *err);

#endif
