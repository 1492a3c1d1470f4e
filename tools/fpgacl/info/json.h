/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_INFO_JSON_H
#define FCL_TOOL_INFO_JSON_H

#include "bitstreams/image/fcl_image.h"

/* `fpgacl info --json`: what the text says, as one object. Sizes are bytes. */
int fcl_tool_info_image_json(const struct fcl_image *image);
int fcl_tool_info_device_json(const char *device);

#endif
