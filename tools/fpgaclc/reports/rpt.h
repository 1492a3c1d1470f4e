/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_REPORTS_RPT_H
#define FCLC_REPORTS_RPT_H

#include "base/text.h"
#include "tools/fpgaclc/reports/modules.h"

/* A module's <name>_csynth.rpt. */
void fclc_report_rpt(const struct fclc_design *design, const struct fclc_module *module,
		     struct fcl_text *text);

#endif
