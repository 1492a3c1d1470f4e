/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_ARRAY_FILE_H
#define FCL_TOOL_ARRAY_FILE_H

#include "tools/fpgacl/run/array.h"

/*
 * Reads a file according to its suffix: .npy, .csv, .pgm, .png; any other is raw bytes. A file with
 * type information must contain numbers of the wanted type, unless that is opaque. Returns -EBADMSG
 * if the file is not as wanted. `err` must not be NULL.
 */
int fcl_tool_array_read(const char *path, const struct fcl_tool_type *wanted,
			struct fcl_tool_array *ret_array, struct fcl_err *err);

/* Whether such an array can be written to a file of that name. "-" is CSV on standard output. */
int fcl_tool_array_writable(const struct fcl_tool_array *array, const char *path,
			    struct fcl_err *err);

int fcl_tool_array_write(const struct fcl_tool_array *array, const char *path, struct fcl_err *err);

#endif
