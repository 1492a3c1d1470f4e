/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_BD_H
#define FCL_TOOL_DESIGN_BD_H

#include "tools/fpgacl/design/build.h"

/*
 * Reads a .bd file, a block design in JSON, into an empty design. It has only those parameters that
 * are not a core's defaults, and no registers.
 */
int fcl_design_bd_read(struct fcl_design *design, const char *bytes, size_t size,
		       struct fcl_err *err);

#endif
