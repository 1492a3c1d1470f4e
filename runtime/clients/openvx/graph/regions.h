/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_REGIONS_H
#define FCL_VX_REGIONS_H

#include "runtime/clients/openvx/graph/graph.h"

/*
 * Sets the valid regions of the images that the node writes, based on those that it reads: through
 * the callbacks named by its validator (VX_VALID_RECT_CALLBACK) or, with VX_NODE_VALID_RECT_RESET,
 * to the whole image. Other regions are unchanged.
 */
vx_status fcl_vx_node_regions(vx_node node);

#endif
