/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_ANALYSE_H
#define FCL_TRACE_ANALYSE_H

#include "base/trace/analysis/report.h"

/* -ENOMEM. The report refers to texts of the events. */
int fcl_report_make(struct fcl_report *report, const struct fcl_trace_events *events);

/*
 * The same for events that are not in memory, in the order of their starts: all but the path and the
 * advice. fcl_report_begin() returns NULL if there is no memory; fcl_report_end() frees the sums.
 */
struct fcl_report_sums;
struct fcl_report_sums *fcl_report_begin(struct fcl_report *report);
void fcl_report_add(struct fcl_report *report, struct fcl_report_sums *sums,
		    const struct fcl_trace_event *event);
int fcl_report_end(struct fcl_report *report, struct fcl_report_sums *sums);

void fcl_report_free(struct fcl_report *report);

#endif
