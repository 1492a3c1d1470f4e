/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_KEYVALUE_H
#define FCL_IMAGE_KEYVALUE_H

#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/codec/writer.h"

/* Reads all entries, including ours, into the reader. */
int fcl_image_keyvalue_read(struct fcl_image_reader *r, const struct fcl_image_section *section);

/* Copies the entries that are not ours into the image. */
int fcl_image_keyvalue_publish(struct fcl_image_reader *r);

/* Writes the section. Must come last, as it contains the digests of all outputs so far. */
int fcl_image_keyvalue_write(struct fcl_image_writer *w);

#endif
