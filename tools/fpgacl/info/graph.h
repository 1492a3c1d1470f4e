/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_GRAPH_H
#define FCL_TOOL_GRAPH_H

#include "base/text.h"
#include "bitstreams/image/fcl_image.h"

/*
 * Appends a drawing of what an image connects, as SVG: compute units with their ports, from left to
 * right as packets go, the FIFOs between them, and the banks of memory on the right. false: no memory.
 */
bool fcl_tool_graph_draw(struct fcl_text *out, const struct fcl_image *image);

#endif
