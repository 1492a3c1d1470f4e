/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_TYPE_H
#define FCL_TOOL_TYPE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/text.h"

enum fcl_tool_kind {
	FCL_TOOL_OPAQUE, /* a structure, void: only its bytes are known */
	FCL_TOOL_SIGNED,
	FCL_TOOL_UNSIGNED,
	FCL_TOOL_FLOAT
};

/* What one element of a buffer is, or a scalar argument. */
struct fcl_tool_type {
	char name[40];
	enum fcl_tool_kind kind;
	unsigned bits;  /* of one number; fewer than 8 * size for bool and ap_int<N> */
	unsigned lanes; /* numbers in an element: 4 of a float4 (and of a float3) */
	size_t size;    /* bytes of one number */
};

/* Reads a type as an image names it, such as "const int*" or "ap_uint<512>"; unknown ones are opaque. */
struct fcl_tool_type fcl_tool_type_of(const char *text);

/* Whether both have the same numbers in them. */
bool fcl_tool_type_same(const struct fcl_tool_type *a, const struct fcl_tool_type *b);

/* Reads one number of that type from all of `text`. -EINVAL: none; -ERANGE: beyond the type. */
int fcl_tool_number_read(const struct fcl_tool_type *type, const char *text, void *ret_bytes,
			 struct fcl_err *err);
void fcl_tool_number_print(const struct fcl_tool_type *type, const void *bytes,
			   struct fcl_text *out);

#endif
