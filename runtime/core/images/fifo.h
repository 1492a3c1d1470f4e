/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_FIFO_H
#define FCL_CORE_FIFO_H

#include "runtime/core/objects/device.h"

/*
 * Packets in the FIFOs of an image's connectivity. They would be lost with the image, so they are
 * removed before it is replaced, kept in the image's fcl_held entry, and put back when it is loaded
 * again. Packets from free-running CUs are not kept, as these CUs start over with the image. But
 * packets for the host stay in the entry until the host reads them, wherever they came from:
 * fcl_fifos_take().
 */

/*
 * Removes and keeps the packets of the image in a slot, if programs hold it. Only free-running CUs
 * are running there. -EBUSY: packets would be lost, because the board cannot put them back or a
 * free-running reader does not read them; in that case nothing was removed. -ENOMEM.
 */
int fcl_fifos_save(struct fcl_device *device, uint32_t slot, struct fcl_err *err);

/* Puts back the packets of an image that was just loaded. Negative errno: some are lost. */
int fcl_fifos_restore(struct fcl_device *device, const struct fcl_image *image,
		      struct fcl_hal_program *program, struct fcl_err *err);

/* Takes the oldest kept packet of a FIFO of the image that the host reads. False: there is none. */
bool fcl_fifos_take(struct fcl_device *device, const struct fcl_image *image, uint32_t stream,
		    void *packet);

/* Returns the number of kept packets of a FIFO of the image, which is not on the board. */
uint32_t fcl_fifos_kept(struct fcl_device *device, const struct fcl_image *image, uint32_t stream);

#endif
