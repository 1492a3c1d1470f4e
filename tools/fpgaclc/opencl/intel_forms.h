/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_INTEL_FORMS_H
#define FCLC_OPENCL_INTEL_FORMS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Two forms that Intel's compiler accepts, and clang refuses:
 * - `#pragma unroll` before a statement that is not a loop, which is left out, with a warning;
 * - arrays in __local memory that a function other than a kernel declares. They become pointers to what
 *   fclc_function_local() returns; workgroups/items/local.cpp makes variables of its calls.
 */

/* Whether the source file, or a file that it includes, may have one; one that cannot be found where it looks may. */
bool fclc_intel_forms_possible(struct fclc_program *program, const char *path);

/* *ret_text: preprocessed text without them, with the same lines; NULL: it has none. */
int fclc_intel_forms_rewrite(struct fclc_program *program, const char *text, const char **ret_text,
			     struct fcl_err *err);

#endif
