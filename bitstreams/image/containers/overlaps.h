/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_OVERLAPS_H
#define FCL_IMAGE_OVERLAPS_H

#include "bitstreams/image/codec/reader.h"

/* Rejects sections that overlap in the file: -EINVAL. */
int fcl_image_overlaps_check(struct fcl_image_reader *r);

#endif
