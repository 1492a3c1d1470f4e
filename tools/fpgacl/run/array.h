/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_ARRAY_H
#define FCL_TOOL_ARRAY_H

#include "base/err.h"
#include "base/text.h"
#include "tools/fpgacl/run/type.h"

enum { FCL_TOOL_DIMS = 8 };

/* Numbers in rows, as in C: the last dimension changes fastest. */
struct fcl_tool_array {
	struct fcl_tool_type type;
	size_t shape[FCL_TOOL_DIMS]; /* in numbers, a float4 being four */
	unsigned ndims;
	struct fcl_text bytes; /* the array owns them */
};

/*
 * Reads a file by its name's ending: .npy, .csv, .pgm, .png, and the bytes themselves for all others.
 * Files that say what is in them have to hold numbers of the wanted type, unless it is opaque.
 * -EBADMSG: the file is not what was wanted. `err` is not NULL.
 */
int fcl_tool_array_read(const char *path, const struct fcl_tool_type *wanted,
			struct fcl_tool_array *ret_array, struct fcl_err *err);

/* Whether an array like this can be written to a file of that name, "-" being CSV on standard output. */
int fcl_tool_array_writable(const struct fcl_tool_array *array, const char *path,
			    struct fcl_err *err);
int fcl_tool_array_write(const struct fcl_tool_array *array, const char *path, struct fcl_err *err);

/* Bytes of an array of that shape. -EOVERFLOW. */
int fcl_tool_array_size(const struct fcl_tool_array *array, size_t *ret_bytes, struct fcl_err *err);

#endif
