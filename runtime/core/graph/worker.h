/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_WORKER_H
#define FCL_CORE_WORKER_H

#include "runtime/core/objects/device.h"

/*
 * A device's worker: a thread that issues commands handed on by passes, retries commands for which
 * the board had no room, and swaps images. It sleeps without a timeout when idle.
 */

/* Hands a chain of commands, linked by next_ready, to the worker, which issues them. */
void fcl_worker_issue(struct fcl_device *device, struct fcl_event *first);

/* Hands a command for which the board had no room to the worker, which issues it again soon. */
void fcl_worker_retry(struct fcl_device *device, struct fcl_event *event);

/*
 * Hands a command to the worker, which issues it again at that time (CLOCK_MONOTONIC ns), or
 * slightly earlier.
 */
void fcl_worker_later(struct fcl_device *device, struct fcl_event *event, uint64_t at_ns);

/* Makes the worker check for parked launches: see fcl_swap_serve(). */
void fcl_worker_swap(struct fcl_device *device);

#endif
