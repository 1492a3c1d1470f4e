/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_BIT_H
#define FCL_TOOL_DESIGN_BIT_H

#include "tools/fpgacl/design/build.h"

/*
 * Reads the header of a .bit file; the texts are the design's. The bytes must stay. -EINVAL: it is no
 * such file, or a damaged one.
 */
int fcl_design_bit_read(struct fcl_design *design, const char *file, const char *bytes, size_t size,
			struct fcl_design_bit *ret_bit, struct fcl_err *err);

/* Whether a bitstream for that part can be for this one, as far as both say. */
bool fcl_design_same_part(const char *bit, const char *design);

#endif
