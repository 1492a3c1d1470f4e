/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SWAP_H
#define FCL_CORE_SWAP_H

#include "runtime/core/images/load.h"

/*
 * When a slot is programmed for launches that are parked at the gate. The image on it stays as long
 * as it has launches to run, so that those of one image run together; but a launch that has waited
 * FPGACL_SWAP_AGE_MS is served, so that nobody starves. An in-order queue is never reordered: where
 * what is on the slot has launches left, but only behind one that waits for the other image, the
 * slot is programmed after a moment in which none came.
 */

/*
 * On the device's thread: programs what is to be programmed and lets in who waits. Returns when to
 * look again, in ns of CLOCK_MONOTONIC; 0: not before fcl_worker_swap().
 */
uint64_t fcl_swap_look(struct fcl_device *device);

/*
 * For a program that is being created: puts its image on a slot that nobody needs, if there is one.
 * 0 if not, or if it is there already; else fcl_load_run()'s result. The caller holds swap_lock,
 * and calls fcl_load_end() on *ret_load once it has let go of it.
 */
int fcl_swap_preload(struct fcl_device *device, struct fcl_image *image, struct fcl_load *ret_load);

#endif
