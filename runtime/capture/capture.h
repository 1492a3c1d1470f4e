/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_CAPTURE_H
#define FCL_CAPTURE_CAPTURE_H

#include <CL/cl_icd.h>
#include <stdbool.h>

/*
 * Records the calls that go through a dispatch table, as FPGACL_CAPTURE asks (docs/capture.md). The
 * driver and the layer for the loader each contain this code; only one of them records.
 */

/* Whether the environment asks for a capture. */
bool fcl_capture_wanted(void);

/*
 * Replaces the functions in `table` that have an effect by ones that record it and call those of
 * `next`, which stays valid. `elsewhere` is asked once, at the first call, whether another one of
 * the process's libraries records; NULL: none does.
 */
void fcl_capture_wrap(cl_icd_dispatch *table, const cl_icd_dispatch *next, bool (*elsewhere)(void));

#endif
