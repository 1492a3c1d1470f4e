/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_TYPE_H
#define FCL_TOOL_TYPE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/text.h"

enum fcl_tool_kind {
	FCL_TOOL_OPAQUE, /* a structure or void: only the size is known */
	FCL_TOOL_SIGNED,
	FCL_TOOL_UNSIGNED,
	FCL_TOOL_FLOAT
};

/* The type of a buffer's elements, or of a scalar argument. */
struct fcl_tool_type {
	char name[40];
	enum fcl_tool_kind kind;
	unsigned bits;  /* of one number; less than 8 * size for bool and ap_int<N> */
	unsigned lanes; /* numbers in an element: 4 for a float4 (and a float3) */
	size_t size;    /* of one number, in bytes */
};

/*
 * Parses a type as named in an image, such as "const int*" or "ap_uint<512>". Unknown types are
 * opaque.
 */
struct fcl_tool_type fcl_tool_type_of(const char *text);

/* Whether both consist of the same kind of numbers. */
bool fcl_tool_type_same(const struct fcl_tool_type *a, const struct fcl_tool_type *b);

/*
 * Parses `text` as one number of that type. Returns -EINVAL if it is not one, -ERANGE if it does
 * not fit.
 */
int fcl_tool_number_read(const struct fcl_tool_type *type, const char *text, void *ret_bytes,
			 struct fcl_err *err);
void fcl_tool_number_print(const struct fcl_tool_type *type, const void *bytes,
			   struct fcl_text *out);

#endif
