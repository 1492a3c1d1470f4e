/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_IMAGE_INFO_H
#define FCL_TOOL_IMAGE_INFO_H

#include "bitstreams/image/fcl_image.h"

/* Reads an image file; NULL with the reason printed. */
struct fcl_image *fcl_tool_read_image(const char *path);

/* "xclbin", "ELF"; "xo" for what fcl_tool_xo_read() gives. */
const char *fcl_tool_container_name(const struct fcl_image *image);
const char *fcl_tool_qualifier_name(enum fcl_image_qualifier qualifier);
const char *fcl_tool_direction_name(enum fcl_image_direction direction);

/* Also of a .xo file. */
int fcl_tool_info_image(const char *path, bool json);
/* Draws what an image connects, as SVG, on standard output. */
int fcl_tool_info_graph(const char *path);
int fcl_tool_program(const char *device, const char *path, bool json);

#endif
