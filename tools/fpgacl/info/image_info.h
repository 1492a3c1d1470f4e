/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_IMAGE_INFO_H
#define FCL_TOOL_IMAGE_INFO_H

#include "bitstreams/image/fcl_image.h"

/* Reads an image file. Prints the reason and returns NULL on failure. */
struct fcl_image *fcl_tool_read_image(const char *path);

/* Also accepts .xo files. */
int fcl_tool_info_image(const char *path, bool json);
/* Writes a drawing of an image's connections to standard output, as SVG. */
int fcl_tool_info_graph(const char *path);
int fcl_tool_program(const char *device, const char *path, bool json);

#endif
