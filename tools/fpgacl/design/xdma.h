/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_XDMA_H
#define FCL_TOOL_DESIGN_XDMA_H

#include "tools/fpgacl/design/design.h"

/* Finds XDMA in the design, and takes ids, BARs and channels from its parameters. */
int fcl_design_xdma_find(struct fcl_design_card *card, struct fcl_err *err);

/* The number of XDMA's user interrupt that the cell drives; -1: none, or it cannot be seen. */
int fcl_design_irq_of(const struct fcl_design_card *card, const struct fcl_design_cell *cell);

#endif
