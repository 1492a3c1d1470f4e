/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_PNG_H
#define FCL_TOOL_PNG_H

#include "tools/fpgacl/run/array.h"

/*
 * Like the functions for PGM: HEIGHTxWIDTH of grey, or HEIGHTxWIDTHxN with N = 2 (grey and alpha),
 * 3 (RGB) or 4 (RGBA). The type is uchar, or ushort for 16-bit files. Returns -ENOTSUP if built
 * without libpng.
 */
int fcl_tool_png_read(const char *file, size_t size, struct fcl_tool_array *array,
		      struct fcl_err *err);
/* Returns -ENOMEM, or -EINVAL for a shape that fcl_tool_png_fits() rejects. */
int fcl_tool_png_write(const struct fcl_tool_array *array, struct fcl_text *out,
		       struct fcl_err *err);
bool fcl_tool_png_fits(const struct fcl_tool_array *array);

#endif
