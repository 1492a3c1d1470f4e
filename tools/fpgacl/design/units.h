/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_UNITS_H
#define FCL_TOOL_DESIGN_UNITS_H

#include "tools/fpgacl/design/design.h"

/* Finds the compute units: cores that a file describes, with registers on M_AXI_LITE. */
int fcl_design_find_units(struct fcl_design_card *card, struct fcl_err *err);
/* After fcl_design_find_irqs(). */
void fcl_design_count_irqs(struct fcl_design_card *card);
void fcl_design_note_streams(struct fcl_design_card *card);

#endif
