/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_METADATA_READ_H
#define FCL_IMAGE_METADATA_READ_H

#include "bitstreams/image/codec/reader.h"

/* EMBEDDED_METADATA: the kernels, and what connects CUs and streams to them. */
int fcl_image_metadata_read(struct fcl_image_reader *r, const struct fcl_image_section *section);

/* Reads the kernels of a kernel.xml: `size` bytes at `xml`. */
int fcl_image_metadata_read_kernels(struct fcl_image_reader *r, const char *xml, size_t size);

#endif
