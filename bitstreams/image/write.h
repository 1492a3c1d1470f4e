/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_WRITE_H
#define FCL_IMAGE_WRITE_H

#include "bitstreams/image/model/image.h"

/*
 * Writes the image as an axlf2 container (payload in BITSTREAM) or, for an ELF payload, as that ELF
 * with .fpgacl.* sections added. In an xclbin for emulation, BITSTREAM is such an ELF too. Digests are computed for the payload and every section written.
 * *ret_bytes comes from malloc. Errors: -EINVAL (a field the container cannot hold, with its name),
 * -ENOMEM.
 *
 * A uuid of zeros becomes a random one in the file. IP_LAYOUT is ordered by base address whatever
 * fcl_image_cu.ip says, and every stream gets the memory and the connections that vendor tools
 * expect: so `cus`, `mems` and `connections` read back may be in another order, or more. `sections`
 * of a new image may hold any kind but those made from its tables. An image that was read is
 * written with the sections it came with.
 */
int fcl_image_write(const struct fcl_image *image, enum fcl_image_container container,
		    void **ret_bytes, size_t *ret_size, struct fcl_err *err);

#endif
