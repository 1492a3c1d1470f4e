/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_CSV_H
#define FCL_TOOL_CSV_H

#include "tools/fpgacl/run/array.h"

/*
 * The reader fills in type, shape and bytes from a file's contents, which must end with a NUL byte.
 * Returns -EINVAL for malformed or truncated text. The writer appends the file's contents. Reading
 * modifies the text; the array's type is that of the wanted numbers.
 */
int fcl_tool_csv_read(char *file, size_t size, struct fcl_tool_array *array, struct fcl_err *err);
void fcl_tool_csv_write(const struct fcl_tool_array *array, struct fcl_text *out);

#endif
