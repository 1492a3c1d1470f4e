/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_XDMA_H
#define FCL_TOOL_DESIGN_XDMA_H

#include "tools/fpgacl/design/design.h"

/* Finds XDMA in the design, and takes ids, BARs and channels from its parameters. */
int fcl_design_xdma_find(struct fcl_design_card *card, struct fcl_err *err);

#endif
