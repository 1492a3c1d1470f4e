/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_HEADER_H
#define FCL_TOOL_DESIGN_HEADER_H

#include "tools/fpgacl/design/build.h"

/*
 * Reads the header that HLS generates for a kernel's registers, such as xvadd_hw.h. The name of the
 * kernel comes from that of the file, in small letters.
 */
int fcl_design_header_read(struct fcl_design *design, const char *file, const char *bytes,
			   size_t size, struct fcl_design_kernel *kernel, struct fcl_err *err);

/* Whether a file's name is that of such a header. */
bool fcl_design_is_header(const char *file);

#endif
