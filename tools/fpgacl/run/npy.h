/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_NPY_H
#define FCL_TOOL_NPY_H

#include "tools/fpgacl/run/array.h"

/*
 * The reader fills in type, shape and bytes from a file's contents, which must end with a NUL byte.
 * Returns -EINVAL for malformed or truncated contents. The writer appends the file's contents.
 */
int fcl_tool_npy_read(const char *file, size_t size, struct fcl_tool_array *array,
		      struct fcl_err *err);
void fcl_tool_npy_write(const struct fcl_tool_array *array, struct fcl_text *out);

/* NumPy's name for the type, such as "<i4"; NULL if it has none. */
const char *fcl_tool_npy_name(const struct fcl_tool_type *type);

#endif
