/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_FIFO_H
#define FCL_CORE_FIFO_H

#include "runtime/core/objects/device.h"

/*
 * Packets in the FIFOs that an image wires. They are lost with the image, so they are taken out
 * before, kept with what programs hold of it, and put back when it is loaded again. What compute
 * units that run by themselves put into a FIFO begins anew with them, and is not kept.
 */

/*
 * Takes out the packets of the image in a slot, if programs hold it. Nothing runs there but CUs
 * that run by themselves. -EBUSY: packets would be lost, as the board cannot put them back or
 * their reader runs by itself and does not take them; nothing was taken then. -ENOMEM.
 */
int fcl_fifos_take(struct fcl_device *device, uint32_t slot, struct fcl_err *err);

/* Puts back what was taken from the image that was just loaded. Negative errno: some are lost. */
int fcl_fifos_put(struct fcl_device *device, const struct fcl_image *image,
		  struct fcl_hal_program *program, struct fcl_err *err);

/* NULL is fine. */
void fcl_fifos_free(struct fcl_fifo *fifos);

#endif
