/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_AXLF_READ_H
#define FCL_IMAGE_AXLF_READ_H

#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/containers/axlf.h"

/* Target, uuid and platform from the FCL_IMAGE_AXLF_HEADER_SIZE bytes at `header`. */
int fcl_image_axlf_header_read(struct fcl_image_reader *r, const struct axlf *header);

/* Sections and payload of an xclbin, its digests checked. */
int fcl_image_axlf_read(struct fcl_image_reader *r);

#endif
