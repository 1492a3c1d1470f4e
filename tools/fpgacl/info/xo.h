/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_XO_H
#define FCL_TOOL_XO_H

#include "bitstreams/image/fcl_image.h"

/* Whether a file is a .xo file, either fpgaclc's or the vendor's. */
bool fcl_tool_is_xo(const char *bytes, size_t size);

/*
 * Describes a .xo file's kernels as an image without a container and, so far, without compute
 * units. The vendor's file is described by its kernel.xml, or else its component.xml. A NUL byte
 * must follow the `size` bytes. Returns -EINVAL if the file is damaged.
 */
int fcl_tool_xo_read(const char *bytes, size_t size, struct fcl_image **ret_image,
		     struct fcl_err *err);

#endif
