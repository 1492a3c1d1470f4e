/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_SUMMARY_H
#define FCL_TRACE_SUMMARY_H

#include "base/text.h"
#include "base/trace/analysis/report.h"

/* Appends the report as text, about 100 columns wide. */
void fcl_summary_put(struct fcl_text *out, const struct fcl_report *report,
		     const struct fcl_trace_events *events);

#endif
