/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_GATE_H
#define FCL_CORE_GATE_H

#include "runtime/core/device.h"
#include "runtime/core/save.h"

/*
 * The gate between launches and the image on the board. A launch enters, runs, and leaves. When one
 * comes for another image, the gate closes, those inside leave, the device's thread programs the
 * board and lets in what waits for the new image. The open gate costs a launch two atomic
 * additions.
 */

/*
 * True: the board holds `image`, and will until fcl_gate_leave(). False: the event was parked; it
 * is issued again when the board holds its image, or completed with an error if it never will.
 */
bool fcl_gate_enter(struct fcl_device *device, struct fcl_image *image, struct fcl_event *event);

void fcl_gate_leave(struct fcl_device *device);

/* On the device's thread: programs the board for the first parked launch if nobody is inside. */
void fcl_gate_swap(struct fcl_device *device);

/*
 * Programs the board, and takes over a reference of `image`. The caller holds swap_lock, the gate
 * is closed and nobody is inside. What the board would lose is saved first; fcl_save_end() follows
 * in any case, once the lock is let go. If that fails the old image is still there; after any other
 * error the board holds nothing, and the text says whether it needs a reset.
 */
int fcl_gate_program(struct fcl_device *device, struct fcl_image *image, struct fcl_save *ret_save,
		     struct fcl_err *err);

#endif
