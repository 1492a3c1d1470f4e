/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_HELD_H
#define FCL_CORE_HELD_H

#include "runtime/core/objects/program.h"

/* Images that programs hold for a device: see struct fcl_held. */

/*
 * Puts the image on the board: at once if no program holds what is there now, else when the first
 * launch needs it. If programs hold an equal one (uuid and bytes), *image is exchanged for that.
 * Each success is undone by one fcl_held_unload(). Errors: those of fcl_hal_ops.check and
 * .program.
 */
int fcl_held_load(struct fcl_device *device, struct fcl_image **image, struct fcl_err *err);

/* A program that held the image is gone. The board keeps it until it needs another. */
void fcl_held_unload(struct fcl_device *device, struct fcl_image *image);

/* Loads the image for a build, which takes over the reference in any case. Errors as above. */
int fcl_held_attach(struct fcl_build *build, struct fcl_image *image, struct fcl_err *err);

/*
 * Reads the binary for a build and claims its board. On an error the text is also in the
 * build's log. -EINVAL, -EBADMSG: not a binary for this device; -EBUSY, -EIO: the board refused;
 * -ENOMEM.
 */
int fcl_held_load_build(struct fcl_build *build, const void *data, size_t size,
			struct fcl_err *err);

#endif
