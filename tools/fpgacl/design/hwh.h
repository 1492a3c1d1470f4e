/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_HWH_H
#define FCL_TOOL_DESIGN_HWH_H

#include "tools/fpgacl/design/build.h"

/* Reads a .hwh file, the hardware handoff of a block design, into an empty design. */
int fcl_design_hwh_read(struct fcl_design *design, const char *bytes, size_t size,
			struct fcl_err *err);

#endif
