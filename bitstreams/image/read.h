/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_READ_H
#define FCL_IMAGE_READ_H

#include "bitstreams/image/model/image.h"

/*
 * Reads a container from `size` bytes at `data`, which are copied. Digests are checked here, before
 * anyone can load the payload: they are mandatory for emulation targets and bare ELF, and checked
 * if present otherwise. On success, *ret_image has one reference. Errors: -EINVAL (not an image, or
 * a damaged one; the text says where and why), -EBADMSG (digest missing or wrong), -ENOMEM.
 *
 * Defaults for information that vendors' files omit: a stream argument is as wide as its port, a
 * FIFO has depth 2, and a stream argument without an id follows those with one. Other arguments
 * without an id (a printf buffer) are skipped. MEM_TOPOLOGY and CONNECTIVITY take precedence over
 * GROUP_* sections. IPs that are not kernels, or whose kernel has no metadata, do not become CUs.
 * Bytes after m_length (a signature) are ignored, unless the file has digests: then they are an
 * error.
 */
int fcl_image_read(const void *data, size_t size, struct fcl_image **ret_image,
		   struct fcl_err *err);

/*
 * Reads a kernel.xml, as in a vendor's .xo file, from `size` bytes at `xml`: the result is an image
 * with kernels and nothing else. Errors are those of fcl_image_read().
 */
int fcl_image_read_kernel_xml(const char *xml, size_t size, struct fcl_image **ret_image,
			      struct fcl_err *err);

#endif
