/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_VENDOR_BRANCHES_H
#define FCLC_OPENCL_VENDOR_BRANCHES_H

#include "tools/fpgaclc/opencl/vendor/scan.h"

/* Evaluates an expression. Returns false if it is not constant. */
typedef bool (*fclc_evaluate_fn)(void *context, const char *text, long *ret_value);

/*
 * Finds the branch of an "if" that never runs; `scan` is after the "if", and `evaluate` evaluates
 * parts of its condition. Returns false if either branch may run, or if the dead branch is absent.
 */
bool fclc_branch_find_dead(const struct fclc_scan *scan, fclc_evaluate_fn evaluate, void *context,
			   const char **ret_start, const char **ret_end);

/*
 * Whether the rest of the block at `scan` may change the variable, up to its closing brace. A
 * second variable of the same name counts as a change.
 */
bool fclc_branch_changes(const struct fclc_scan *scan, const char *name);

#endif
