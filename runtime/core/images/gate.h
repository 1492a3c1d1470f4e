/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_GATE_H
#define FCL_CORE_GATE_H

#include "runtime/core/objects/device.h"

/*
 * The gates between launches and the images on the board, one per slot. A launch enters, runs, and
 * leaves. A launch for an image that no slot holds parks; the device's worker decides when a slot
 * is programmed for it (swap.c), and then admits the launches of the new image. An open gate costs
 * a launch two atomic additions. Commands on a program's pipes pass it for each attempt.
 */

/*
 * True: the slot event->slot holds `image`, and will until fcl_gate_leave(). False: the event was
 * parked; it is issued again when the board holds its image, or completed with an error if the
 * image cannot be loaded.
 */
bool fcl_gate_enter(struct fcl_device *device, struct fcl_image *image, struct fcl_event *event);

/*
 * As fcl_gate_enter(), for a command on a program's pipe, but never parks it, and true also while a swap waits for
 * the launches inside: these may wait for the pipe. False: no slot holds the image.
 */
bool fcl_gate_join(struct fcl_device *device, const struct fcl_image *image,
		   struct fcl_event *event);

/* Admits a launch that was taken off the parked list, even if the gate is closed to others. */
void fcl_gate_admit(struct fcl_device *device, uint32_t slot, struct fcl_event *event);

void fcl_gate_leave(struct fcl_device *device, struct fcl_event *event);

/*
 * Count a launch from its enqueueing to its end, so that a swap can distinguish an image that is no
 * longer needed from one whose next launch is about to be issued. Only if programs hold several
 * images of a board; a launch that was not counted costs at worst one extra swap.
 */
void fcl_gate_count(struct fcl_event *event);
void fcl_gate_uncount(struct fcl_event *event);

#endif
