/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_RACK_DRAW_H
#define FCL_TOOL_RACK_DRAW_H

#include "base/rack/rack.h"

/* Prints the rack as a drawing in SVG: boards with their ports, cables, switches. */
void fcl_tool_rack_draw(const struct fcl_rack *rack);

#endif
