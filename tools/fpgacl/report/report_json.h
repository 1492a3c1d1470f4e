/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_REPORT_JSON_H
#define FCL_TOOL_REPORT_JSON_H

#include "base/text.h"
#include "base/trace/analysis/report.h"

/* Appends the report's numbers as one JSON object. Times are in microseconds. */
void fcl_tool_report_json(struct fcl_text *out, const struct fcl_report *report,
			  const struct fcl_trace_events *events);

#endif
