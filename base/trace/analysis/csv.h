/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_CSV_H
#define FCL_TRACE_CSV_H

#include "base/text.h"
#include "base/trace/analysis/report.h"

/* The files that XRT writes for xrt.ini, with XRT's tables and columns. */

/* opencl_summary.csv, profile_summary.csv */
void fcl_csv_summary(struct fcl_text *out, const struct fcl_report *report,
		     const struct fcl_trace_events *events);

/* opencl_trace.csv, timeline_trace.csv */
void fcl_csv_trace(struct fcl_text *out, const struct fcl_report *report,
		   const struct fcl_trace_events *events);

#endif
