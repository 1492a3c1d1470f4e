/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_AXLF_H
#define FCL_IMAGE_AXLF_H

#include <stddef.h>
#include <xrt/xclbin.h>

#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/codec/writer.h"

#define FCL_IMAGE_AXLF_MAGIC "xclbin2" /* with its terminating zero: 8 bytes */
/* Bytes before the section headers; struct axlf ends with the first of them. */
#define FCL_IMAGE_AXLF_HEADER_SIZE offsetof(struct axlf, m_sections)

/* Reads target, uuid and platform from the FCL_IMAGE_AXLF_HEADER_SIZE bytes at `header`. */
int fcl_image_axlf_header_read(struct fcl_image_reader *r, const struct axlf *header);

/* Reads the sections and the payload of an xclbin, and checks its digests. */
int fcl_image_axlf_read(struct fcl_image_reader *r);

/* Fills in the header of a container of `length` bytes and `nsections` sections. */
void fcl_image_axlf_header_write(struct fcl_image_writer *w, uint64_t length, uint32_t nsections,
				 struct axlf *header);

/* Creates the container from the writer's sections, except its container digest. */
int fcl_image_axlf_write(struct fcl_image_writer *w, struct fcl_text *file);

#endif
