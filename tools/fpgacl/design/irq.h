/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_IRQ_H
#define FCL_TOOL_DESIGN_IRQ_H

#include "tools/fpgacl/design/design.h"

/*
 * Finds which of XDMA's user interrupts each compute unit drives, through hierarchies and concatenations.
 * Units keep -1 if they drive none, or it cannot be seen.
 */
int fcl_design_find_irqs(struct fcl_design_card *card, struct fcl_err *err);

#endif
