/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_CHECK_H
#define FCL_IMAGE_CHECK_H

#include "bitstreams/image/model/image.h"

/* Rejects an image that violates its own invariants, naming the field: -EINVAL. */
int fcl_image_check(const struct fcl_image *image, struct fcl_err *err);

#endif
