/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_GRAPH_H
#define FCL_TOOL_GRAPH_H

#include "base/text.h"
#include "bitstreams/image/fcl_image.h"

/*
 * Appends a drawing of an image's connections as SVG: compute units with their ports, from left to
 * right in the direction of packets, the FIFOs between them, and memory banks on the right. Returns
 * false if out of memory.
 */
bool fcl_tool_graph_draw(struct fcl_text *out, const struct fcl_image *image);

#endif
