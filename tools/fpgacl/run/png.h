/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_PNG_H
#define FCL_TOOL_PNG_H

#include "tools/fpgacl/run/array.h"

/*
 * As the functions for PGM: HEIGHTxWIDTH of grey, or HEIGHTxWIDTHxN with N 2 (grey and alpha), 3
 * (RGB) or 4 (RGBA); uchar, or ushort if the file has 16 bits. -ENOTSUP: built without libpng.
 */
int fcl_tool_png_read(const char *file, size_t size, struct fcl_tool_array *array,
		      struct fcl_err *err);
/* -ENOMEM, or -EINVAL for a shape that fcl_tool_png_fits() does not take. */
int fcl_tool_png_write(const struct fcl_tool_array *array, struct fcl_text *out,
		       struct fcl_err *err);
bool fcl_tool_png_fits(const struct fcl_tool_array *array);

#endif
