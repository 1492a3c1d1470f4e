/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_IMAGE_INFO_H
#define FCL_TOOL_IMAGE_INFO_H

#include "bitstreams/image/fcl_image.h"

/* Reads an image file. Prints the reason and returns NULL on failure. */
struct fcl_image *fcl_tool_read_image(const char *path);

/* "xclbin" or "ELF"; "xo" for the result of fcl_tool_xo_read(). */
const char *fcl_tool_container_name(const struct fcl_image *image);
const char *fcl_tool_qualifier_name(enum fcl_image_qualifier qualifier);
/* A kernel may both read and write memory unless the image says otherwise. */
enum fcl_image_direction fcl_tool_direction(const struct fcl_image_arg *arg);
const char *fcl_tool_direction_name(const struct fcl_image_arg *arg);

/* Also accepts .xo files. */
int fcl_tool_info_image(const char *path, bool json);
/* Writes a drawing of an image's connections to standard output, as SVG. */
int fcl_tool_info_graph(const char *path);
int fcl_tool_program(const char *device, const char *path, bool json);

#endif
