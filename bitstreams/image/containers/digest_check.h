/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_DIGEST_CHECK_H
#define FCL_IMAGE_DIGEST_CHECK_H

#include "bitstreams/image/codec/reader.h"

/*
 * Checks the first `size` bytes of the image against all digests in the KEYVALUE entries; for a
 * strict reader, a missing digest is an error, too. Sets has_digest. -EBADMSG: missing or wrong.
 */
int fcl_image_digest_check(struct fcl_image_reader *r, size_t size);

#endif
