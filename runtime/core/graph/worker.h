/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_WORKER_H
#define FCL_CORE_WORKER_H

#include "runtime/core/objects/device.h"

/*
 * A device's worker: a thread that issues commands that passes hand on, retries commands for which
 * the board had no room, and swaps images. It sleeps without a timeout when idle.
 */

/*
 * Starts the thread, unless it runs. Commands that are handed to it would never end without it, so the device's
 * queues are made only after it. -EAGAIN: cannot start a thread.
 */
int fcl_worker_start(struct fcl_device *device);

/* Hands it a chain of commands, linked by next_ready, to issue. */
void fcl_worker_issue(struct fcl_device *device, struct fcl_event *first);

/* Hands it a command for which the board had no room, to issue again after a short while. */
void fcl_worker_retry(struct fcl_device *device, struct fcl_event *event);

/* Hands it a command to issue again at that time, CLOCK_MONOTONIC ns, or somewhat earlier. */
void fcl_worker_later(struct fcl_device *device, struct fcl_event *event, uint64_t at_ns);

/* Makes it check for parked launches: see fcl_swap_serve(). */
void fcl_worker_swap(struct fcl_device *device);

#endif
