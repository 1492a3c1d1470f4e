/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_KEYVALUE_H
#define FCL_IMAGE_KEYVALUE_H

#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/codec/writer.h"

/* The entries with those of our own, into the reader. */
int fcl_image_keyvalue_read(struct fcl_image_reader *r, const struct fcl_image_section *section);

/* The entries into the image, without those of our own. */
int fcl_image_keyvalue_publish(struct fcl_image_reader *r);

/* Last: holds the digests of all outputs so far. */
int fcl_image_keyvalue_write(struct fcl_image_writer *w);

#endif
