/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_KERNEL_H
#define FCL_TOOL_DESIGN_KERNEL_H

#include "tools/fpgacl/design/build.h"

/*
 * Reads a kernel's description: a component.xml, a kernel.xml, or the header of HLS. The kernel and
 * its texts are the design's. -EINVAL: it is none of these, or contradicts itself.
 */
int fcl_design_kernel_read(struct fcl_design *design, const char *file, const char *bytes,
			   size_t size, struct fcl_design_kernel **ret_kernel, struct fcl_err *err);

/* The same for a header in an export; what is wrong with it is in the kernel's `refusal`. */
int fcl_design_offer_read(struct fcl_design *design, const char *file, const char *bytes,
			  size_t size, struct fcl_design_kernel **ret_kernel, struct fcl_err *err);

#endif
