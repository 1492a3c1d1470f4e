/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_INFO_JSON_H
#define FCL_TOOL_INFO_JSON_H

#include "bitstreams/image/fcl_image.h"

/* `fpgacl info --json`: the same contents as the text, as one object. Sizes are in bytes. */
int fcl_tool_info_image_json(const struct fcl_image *image);
int fcl_tool_info_device_json(const char *device);

#endif
