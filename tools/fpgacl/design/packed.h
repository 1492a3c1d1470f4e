/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_PACKED_H
#define FCL_TOOL_DESIGN_PACKED_H

#include <stddef.h>

#include "tools/fpgacl/design/design.h"

/*
 * Reads the description of a kernel from an .xo file of the vendor's: its kernel.xml, or the component.xml
 * of the kernel itself if there is none.
 */
int fcl_design_packed_read(struct fcl_design *design, const char *file, const char *bytes,
			   size_t size, struct fcl_design_kernel **ret_kernel, struct fcl_err *err);

#endif
