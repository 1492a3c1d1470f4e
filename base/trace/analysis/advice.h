/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_ADVICE_H
#define FCL_TRACE_ADVICE_H

#include "base/trace/analysis/report.h"

/* Adds advice on how to make the run faster; all other parts of the report are filled in. */
void fcl_advice_give(struct fcl_report *report, const struct fcl_trace_events *events);

#endif
