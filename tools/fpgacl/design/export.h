/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_EXPORT_H
#define FCL_TOOL_DESIGN_EXPORT_H

#include <stddef.h>

#include "tools/fpgacl/design/build.h"

/* A file of an exported design; its name begins with that of the archive. */
struct fcl_design_member {
	struct fcl_design_member *next;
	const char *name, *bytes;
	size_t size;
};

struct fcl_design_export {
	const struct fcl_design_member *hwh, *bit; /* bit: NULL if there is none */
	const struct fcl_design_member *headers;   /* x…_hw.h, of the drivers that HLS has made */
};

/* Reads an .xsa file, or the .hdf of older versions; what it finds is the design's memory. */
int fcl_design_export_read(struct fcl_design *design, const char *file, const char *bytes,
			   size_t size, struct fcl_design_export *ret_export, struct fcl_err *err);

#endif
