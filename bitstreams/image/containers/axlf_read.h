/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_AXLF_READ_H
#define FCL_IMAGE_AXLF_READ_H

#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/containers/axlf.h"

/* Reads target, uuid and platform from the FCL_IMAGE_AXLF_HEADER_SIZE bytes at `header`. */
int fcl_image_axlf_header_read(struct fcl_image_reader *r, const struct axlf *header);

/* Reads the sections and the payload of an xclbin, and checks its digests. */
int fcl_image_axlf_read(struct fcl_image_reader *r);

#endif
