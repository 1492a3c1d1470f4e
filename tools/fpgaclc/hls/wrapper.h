/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_HLS_WRAPPER_H
#define FCLC_HLS_WRAPPER_H

#include "tools/fpgaclc/common/program.h"

/*
 * Write the source of a unit: it includes the user's, and has a function fclc_run_<kernel>() for each of its kernels,
 * which calls it with the values in the registers.
 */
int fclc_hls_wrap_cxx(struct fclc_program *program, const struct fclc_source *source,
		      struct fclc_text *out, struct fcl_err *err);
int fclc_hls_wrap_c(struct fclc_program *program, const struct fclc_source *source,
		    struct fclc_text *out, struct fcl_err *err);

/*
 * Whether the kernel's cycles can be counted: not of one with arrays that are streams, which the
 * wrapper moves before and after the kernel runs.
 */
bool fclc_wrapper_counts(const struct fclc_program *program, const struct fclc_kernel *kernel);

#endif
