/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_PATH_H
#define FCL_TRACE_PATH_H

#include "base/trace/analysis/report.h"

/* Finds the critical path. -ENOMEM. */
int fcl_path_find(struct fcl_report *report, const struct fcl_trace_events *events);

/* Whether a command runs kernels. */
bool fcl_path_is_kernel(const struct fcl_trace_event *event);

#endif
