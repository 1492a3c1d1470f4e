/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_GATE_H
#define FCL_CORE_GATE_H

#include "runtime/core/objects/device.h"

/*
 * The gates between launches and the images on the board, one per slot. A launch enters, runs, and
 * leaves. A launch for an image that is in no slot is parked. The device's worker decides when to
 * program a slot for it (swap.c), and then admits the launches of the new image. Passing an open
 * gate costs a launch two atomic additions. Commands on program-scope pipes pass it for each
 * attempt.
 */

/*
 * True: slot event->slot holds `image`, and will do so until fcl_gate_leave(). False: the event was
 * parked; it is issued again when the board holds its image, or completed with an error if the
 * image cannot be loaded.
 */
bool fcl_gate_enter(struct fcl_device *device, struct fcl_image *image, struct fcl_event *event);

/*
 * Like fcl_gate_enter(), for commands on program-scope pipes, but never parks, and also succeeds
 * while a swap waits for the launches inside, as these may be waiting for the pipe. False: no slot
 * holds the image.
 */
bool fcl_gate_join(struct fcl_device *device, const struct fcl_image *image,
		   struct fcl_event *event);

/* Admits a launch that was removed from the parked list, even if the gate is closed to others. */
void fcl_gate_admit(struct fcl_device *device, uint32_t slot, struct fcl_event *event);

void fcl_gate_leave(struct fcl_device *device, struct fcl_event *event);

/*
 * Count a launch from enqueueing to its end, so that a swap can distinguish an image that is no
 * longer needed from one whose next launch is about to be issued. Only if programs hold several
 * images of a board; an uncounted launch costs one extra swap at worst.
 */
void fcl_gate_count(struct fcl_event *event);
void fcl_gate_uncount(struct fcl_event *event);

#endif
