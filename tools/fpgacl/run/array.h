/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_ARRAY_H
#define FCL_TOOL_ARRAY_H

#include "base/err.h"
#include "base/text.h"
#include "tools/fpgacl/run/type.h"

enum { FCL_TOOL_DIMS = 8 };

/* An array of numbers in C order: the last dimension varies fastest. */
struct fcl_tool_array {
	struct fcl_tool_type type;
	size_t shape[FCL_TOOL_DIMS]; /* in numbers: a float4 counts as four */
	unsigned ndims;
	struct fcl_text bytes; /* owned by the array */
};

/* The size in bytes of an array of that shape. May return -EOVERFLOW. */
int fcl_tool_array_size(const struct fcl_tool_array *array, size_t *ret_bytes, struct fcl_err *err);

#endif
