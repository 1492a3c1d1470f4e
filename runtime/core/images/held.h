/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_HELD_H
#define FCL_CORE_HELD_H

#include "runtime/core/objects/program.h"

/* Images that programs hold for a device: see struct fcl_held. */

/*
 * Holds the image for a program. The board is programmed at once if no program holds the image
 * there now, else when the first launch needs the image. If programs hold an equal one (uuid and
 * bytes), *image is replaced with that. Each success is undone by one fcl_held_unload(). Errors:
 * those of fcl_hal_ops.check and .program.
 */
int fcl_held_load(struct fcl_device *device, struct fcl_image **image, struct fcl_err *err);

/* Ends one program's hold on the image, which stays on the board until another one is needed. */
void fcl_held_unload(struct fcl_device *device, struct fcl_image *image);

/*
 * Holds the image for a build, which takes over the reference in any case. Errors as for
 * fcl_held_load().
 */
int fcl_held_attach(struct fcl_build *build, struct fcl_image *image, struct fcl_err *err);

/*
 * Reads a binary and holds its image for a build. On an error the text is also in the build's log.
 * -EINVAL, -EBADMSG: not a binary for this device; -EBUSY, -EIO: the board refused; -ENOMEM.
 */
int fcl_held_load_build(struct fcl_build *build, const void *data, size_t size,
			struct fcl_err *err);

#endif
