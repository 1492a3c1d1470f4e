/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_DIGESTS_H
#define FCL_IMAGE_DIGESTS_H

#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/codec/writer.h"

/*
 * Checks the first `size` bytes of the image against all digests in the KEYVALUE entries; for a
 * strict reader, a missing digest is an error, too. Sets has_digest. -EBADMSG: missing or wrong.
 */
int fcl_image_digest_check(struct fcl_image_reader *r, size_t size);

/* Writes the container digest to a file whose outputs have been laid out. */
int fcl_image_digest_seal(struct fcl_image_writer *w, struct fcl_text *file);

#endif
