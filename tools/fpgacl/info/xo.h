/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_XO_H
#define FCL_TOOL_XO_H

#include "bitstreams/image/fcl_image.h"

/* Whether a file's contents are a .xo file, fpgaclc's or the vendor's. */
bool fcl_tool_is_xo(const char *bytes, size_t size);

/*
 * What a .xo file says about its kernels, as an image without a container: it has no compute units yet. Of the vendor's
 * file that is its kernel.xml, or else its component.xml. `bytes` has a zero byte after `size`. -EINVAL: it is not intact.
 */
int fcl_tool_xo_read(const char *bytes, size_t size, struct fcl_image **ret_image,
		     struct fcl_err *err);

#endif
