/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_REPORTS_XML_H
#define FCLC_REPORTS_XML_H

#include "base/text.h"
#include "tools/fpgaclc/reports/modules.h"

/* A module's <name>_csynth.xml. */
void fclc_report_xml(const struct fclc_design *design, const struct fclc_module *module,
		     struct fcl_text *text);
/* csynth.xml: the top, and all modules. */
void fclc_report_design_xml(const struct fclc_design *design, struct fcl_text *text);

#endif
