/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_AXLF_WRITE_H
#define FCL_IMAGE_AXLF_WRITE_H

#include "bitstreams/image/codec/writer.h"
#include "bitstreams/image/containers/axlf.h"

/* Fills in the header of a container of `length` bytes and `nsections` sections. */
void fcl_image_axlf_header_write(struct fcl_image_writer *w, uint64_t length, uint32_t nsections,
				 struct axlf *header);

/* Creates the container from the writer's sections, except its container digest. */
int fcl_image_axlf_write(struct fcl_image_writer *w, struct fcl_text *file);

#endif
