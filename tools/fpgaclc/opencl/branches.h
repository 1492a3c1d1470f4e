/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_BRANCHES_H
#define FCLC_OPENCL_BRANCHES_H

#include "tools/fpgaclc/frontend/scan.h"

/* Sets the value of an expression if that is a constant. */
typedef bool (*fclc_evaluate_fn)(void *context, const char *text, long *ret_value);

/*
 * The branch that never runs, of an "if" after which `scan` stands: `evaluate` says what the condition's
 * parts are. False: each of them may run, or the one that may not is missing.
 */
bool fclc_branch_find_dead(const struct fclc_scan *scan, fclc_evaluate_fn evaluate, void *context,
			   const char **ret_start, const char **ret_end);

/*
 * Whether the block in which `scan` stands may change the variable, up to the brace that closes it. A second
 * variable of the same name counts as a change.
 */
bool fclc_branch_changes(const struct fclc_scan *scan, const char *name);

#endif
