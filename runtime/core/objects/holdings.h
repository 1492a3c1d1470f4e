/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_HOLDINGS_H
#define FCL_CORE_HOLDINGS_H

#include "runtime/core/objects/mem.h"

/*
 * What a device holds: the sides of buffers that have memory on it. Programming a board whose banks
 * are not all kept needs the list of them, and a time when no buffer gets memory there. On other
 * boards nothing is listed and nothing ever closed.
 */

void fcl_holdings_init(struct fcl_device *device);

/*
 * Before memory of the device is taken: false while it is closed, else undone by
 * fcl_holdings_leave(), before which the side is added.
 */
bool fcl_holdings_enter(struct fcl_device *device);
void fcl_holdings_leave(struct fcl_device *device);

/* The same for calls that are no commands: waits until the device is open. */
void fcl_holdings_enter_waiting(struct fcl_device *device);

/* The side has a new buffer. The root's lock is held, or nobody else has the root. */
void fcl_holdings_add(struct fcl_device *device, struct fcl_device_side *side,
		      struct fcl_hal_buffer *buffer);

/*
 * Frees the side's buffer, if it has one. It stays in the list until that is done: a side not
 * listed has no memory. Nobody else can use the side: the root is busy or nobody has it.
 */
void fcl_holdings_drop(struct fcl_device *device, struct fcl_device_side *side);

/* Closes, and returns when no thread is between enter and leave. One closes at a time. */
void fcl_holdings_close(struct fcl_device *device);
/* Opens; returns the parked commands for fcl_park_wake(). */
struct fcl_event *fcl_holdings_open(struct fcl_device *device);

#endif
