/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_VENDOR_AUTORUN_H
#define FCLC_OPENCL_VENDOR_AUTORUN_H

#include "tools/fpgaclc/common/program.h"

/*
 * Handles the kernel attribute autorun, which the compiler ignores: such kernels run repeatedly
 * from the moment the image is loaded. If num_compute_units(N) is also given, the text gets N
 * copies of the kernel, named <kernel>_0 and so on, in which get_compute_id(0) is a constant.
 * Returns the text and sets source->autoruns.
 */
int fclc_autorun_expand(struct fclc_program *program, struct fclc_source *source, const char *text,
			const char **ret_text, struct fcl_err *err);

/* Makes the kernel free-running if it has the attribute. */
int fclc_autorun_apply(struct fclc_kernel *kernel, struct fcl_err *err);

#endif
