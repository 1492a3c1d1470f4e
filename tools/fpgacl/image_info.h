/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_IMAGE_INFO_H
#define FCL_TOOL_IMAGE_INFO_H

#include "bitstreams/image/fcl_image.h"

/* Reads an image file; NULL with the reason printed. */
struct fcl_image *fcl_tool_read_image(const char *path);

int fcl_tool_info_image(const char *path);
int fcl_tool_program(const char *device, const char *path);

#endif
