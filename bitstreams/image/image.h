/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_INTERNAL_H
#define FCL_IMAGE_INTERNAL_H

#include <stdatomic.h>

#include "runtime/base/arena.h"
#include "bitstreams/image/fcl_image.h"

struct fcl_image_private {
	struct fcl_image image; /* first: the public pointer is this one */
	struct fcl_arena arena; /* written only while the image is filled in */
	atomic_uint refs;
};

/* The message of every shortage of memory in this folder. */
int fcl_image_no_memory(struct fcl_err *err);

/* Whether the image's payload is code for an emulated board, which asks for digests and an ELF. */
static inline bool fcl_image_is_emulation(const struct fcl_image *image)
{
	return image->target != FCL_TARGET_HW;
}

/* The first section of that kind, or NULL. */
const struct fcl_image_section *fcl_image_section(const struct fcl_image *image, uint32_t kind);

#endif
