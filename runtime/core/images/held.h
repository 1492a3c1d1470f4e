/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_HELD_H
#define FCL_CORE_HELD_H

#include "runtime/core/objects/program.h"

/* Images that programs hold for a device: see struct fcl_held. */

/*
 * Holds the image for a program. The board is programmed immediately if no program holds the image
 * on it now, otherwise when the first launch needs the image. If programs already hold an equal
 * image (uuid and bytes), it replaces *image. Each success must be undone by one fcl_held_unload().
 * Errors: those of fcl_hal_ops.check and .program.
 */
int fcl_held_load(struct fcl_device *device, struct fcl_image **image, struct fcl_err *err);

/* Ends a program's hold on the image, which stays on the board until another image is needed. */
void fcl_held_unload(struct fcl_device *device, struct fcl_image *image);

/*
 * Holds the image for a build, and takes over the reference in any case. Errors: as
 * fcl_held_load().
 */
int fcl_held_attach(struct fcl_build *build, struct fcl_image *image, struct fcl_err *err);

/*
 * Reads a binary, and holds its image for a build. The error text is also stored in the build's
 * log. -EINVAL, -EBADMSG: not a binary for this device; -EBUSY, -EIO: the board refused it;
 * -ENOMEM.
 */
int fcl_held_load_build(struct fcl_build *build, const void *data, size_t size,
			struct fcl_err *err);

#endif
