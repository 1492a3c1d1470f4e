/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_CSV_H
#define FCL_TRACE_CSV_H

#include "base/file.h"
#include "base/trace/analysis/report.h"
#include "base/trace/analysis/sorted.h"

/*
 * The files that XRT writes for xrt.ini, with XRT's tables and columns. The head says how many events
 * are left out, if any.
 */

/* opencl_summary.csv, profile_summary.csv */
void fcl_csv_summary(struct fcl_file_output *file, const struct fcl_report *report,
		     struct fcl_trace_sorted *sorted);

/* opencl_trace.csv, timeline_trace.csv */
void fcl_csv_trace(struct fcl_file_output *file, const struct fcl_report *report,
		   struct fcl_trace_sorted *sorted);

#endif
