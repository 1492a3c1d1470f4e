/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_VENDOR_INTEL_FORMS_H
#define FCLC_OPENCL_VENDOR_INTEL_FORMS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Rewrites two forms that Intel's compiler accepts but clang rejects:
 * - `#pragma unroll` before a statement that is not a loop: removed, with a warning;
 * - __local arrays declared in a function that is not a kernel: replaced by pointers that
 *   fclc_function_local() returns; plugin/workgroups/items/local.cpp turns its calls into variables.
 */

/*
 * Whether the source file, or a file that it includes, may have such a form. Also true if an
 * included file is not found.
 */
bool fclc_intel_forms_possible(struct fclc_program *program, const char *path);

/*
 * Sets *ret_text to preprocessed text without these forms, on the same lines. NULL if there are
 * none.
 */
int fclc_intel_forms_rewrite(struct fclc_program *program, const char *text, const char **ret_text,
			     struct fcl_err *err);

#endif
