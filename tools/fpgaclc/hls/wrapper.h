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

#endif
