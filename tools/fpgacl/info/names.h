/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_NAMES_H
#define FCL_TOOL_NAMES_H

#include "bitstreams/image/fcl_image.h"

/* "xclbin" or "ELF"; "xo" for the result of fcl_tool_xo_read(). */
const char *fcl_tool_container_name(const struct fcl_image *image);

const char *fcl_tool_qualifier_name(enum fcl_image_qualifier qualifier);

/* A kernel may both read and write memory unless the image says otherwise. */
enum fcl_image_direction fcl_tool_direction(const struct fcl_image_arg *arg);

const char *fcl_tool_direction_name(const struct fcl_image_arg *arg);

#endif
