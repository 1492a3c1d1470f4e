/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_REPORT_PAGE_H
#define FCL_TOOL_REPORT_PAGE_H

#include "base/text.h"
#include "base/trace/analysis/report.h"

/* Appends the page. `path` is the trace's path. */
void fcl_tool_report_page(struct fcl_text *out, const char *path, const struct fcl_report *report,
			  const struct fcl_trace_events *events);

#endif
