/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_REPORTS_SUMMARY_H
#define FCLC_REPORTS_SUMMARY_H

#include "base/text.h"
#include "tools/fpgaclc/reports/modules.h"

/* csynth.rpt: modules and loops in one table, and why loops do not start an iteration each cycle. */
void fclc_report_summary(const struct fclc_design *design, struct fcl_text *text);

#endif
