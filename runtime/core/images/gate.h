/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_GATE_H
#define FCL_CORE_GATE_H

#include "runtime/core/objects/device.h"

/*
 * The gates between launches and the images on the board, one a slot. A launch enters, runs, and
 * leaves. One for an image that no slot holds parks; the device's thread decides when a slot is
 * programmed for it (swap.c), and lets in what waits for the new image. An open gate costs a launch
 * two atomic additions.
 */

/*
 * True: the slot event->slot holds `image`, and will until fcl_gate_leave(). False: the event was
 * parked; it is issued again when the board holds its image, or completed with an error if it never
 * will.
 */
bool fcl_gate_enter(struct fcl_device *device, struct fcl_image *image, struct fcl_event *event);

/* For a launch that left the parked list: it is inside, though the gate may be closed to others. */
void fcl_gate_let_in(struct fcl_device *device, uint32_t slot, struct fcl_event *event);

void fcl_gate_leave(struct fcl_device *device, struct fcl_event *event);

/*
 * Launches are counted from when they are enqueued to their end, so that a swap can tell an image
 * nobody needs from one whose next launch is about to come. Only where programs hold several images
 * of a board; a launch that was not counted costs at worst a swap.
 */
void fcl_gate_count(struct fcl_event *event);
void fcl_gate_uncount(struct fcl_event *event);

#endif
