/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SWAP_H
#define FCL_CORE_SWAP_H

#include "runtime/core/images/load.h"

/*
 * Decides when a slot is programmed for launches that are parked at the gate. The current image
 * stays as long as it has launches to run, so that launches of one image run together; but a launch
 * that has waited for FPGACL_SWAP_AGE_MS is served, so that none starves. An in-order queue is
 * never reordered: if the current image has launches left, but only behind one that waits for the
 * other image, the slot is programmed after a short time without new launches.
 */

/*
 * Called on the device's worker: programs slots that are due, and admits parked launches. Returns
 * when to call it again, in ns of CLOCK_MONOTONIC; 0: not before fcl_worker_swap().
 */
uint64_t fcl_swap_serve(struct fcl_device *device);

/*
 * For a program that is being created: loads its image into a slot that is not needed, if there is
 * one. Returns 0 if there is none or the image is already loaded, else fcl_load_run()'s result. The
 * caller holds swap_lock, and must call fcl_load_end() on *ret_load after releasing it.
 */
int fcl_swap_preload(struct fcl_device *device, struct fcl_image *image, struct fcl_load *ret_load);

#endif
