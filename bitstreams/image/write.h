/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_WRITE_H
#define FCL_IMAGE_WRITE_H

#include "bitstreams/image/model/image.h"

/*
 * Writes the image as an axlf2 container (payload in BITSTREAM) or, for an ELF payload, as that ELF
 * with .fpgacl.* sections added. In an xclbin for emulation, BITSTREAM is such an ELF, too. Digests
 * are computed for the payload and every section written. *ret_bytes is allocated by malloc().
 * Errors: -EINVAL (a field that the container cannot represent, with its name), -ENOMEM.
 *
 * A zero uuid is replaced by a random one in the file. IP_LAYOUT is ordered by base address,
 * regardless of fcl_image_cu.ip, and every stream gets the memory and connections that vendor tools
 * expect. So `cus`, `mems` and `connections` may have another order, or more entries, when they are
 * read back. `sections` of a new image may contain any kinds except those generated from its
 * tables. An image that was read is written with its original sections.
 */
int fcl_image_write(const struct fcl_image *image, enum fcl_image_container container,
		    void **ret_bytes, size_t *ret_size, struct fcl_err *err);

/*
 * Sets the uuid to one (RFC 9562, version 8) that follows from the rest of the image: the digest of
 * what fcl_image_write() makes of it while all bits of the uuid are set. The errors are the same.
 */
int fcl_image_derive_uuid(struct fcl_image *image, enum fcl_image_container container,
			  struct fcl_err *err);

#endif
