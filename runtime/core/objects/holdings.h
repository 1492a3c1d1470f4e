/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_HOLDINGS_H
#define FCL_CORE_HOLDINGS_H

#include "runtime/core/objects/mem.h"

/*
 * The sides of buffers that have memory on a device. To program a board that does not keep all
 * banks, swaps need a list of them, and a period in which no buffer gets memory there. For other
 * boards, nothing is listed and nothing is ever closed.
 */

/*
 * Called before memory of the device is allocated. False: it is closed. True: the caller adds the
 * side that gets the memory, then calls fcl_holdings_leave().
 */
bool fcl_holdings_enter(struct fcl_device *device);
void fcl_holdings_leave(struct fcl_device *device);

/*
 * Like fcl_holdings_enter(), but waits until the device is open. For calls that are not commands.
 */
void fcl_holdings_enter_waiting(struct fcl_device *device);

/* Records a side's new buffer. The root's lock is held, or no other thread can access the root. */
void fcl_holdings_add(struct fcl_device *device, struct fcl_device_side *side,
		      struct fcl_hal_buffer *buffer);

/*
 * Frees the side's buffer, if it has one, and then unlinks the side: an unlisted side has no
 * memory. No other thread can use the side: the root is busy, or being destroyed.
 */
void fcl_holdings_drop(struct fcl_device *device, struct fcl_device_side *side);

/*
 * Books room for a new buffer that its host creates in this bank of the device, until it is freed.
 * Its memory is allocated when it is first used; but whether all such buffers fit is known when
 * they are created. False: they do not, and nothing is booked.
 */
bool fcl_holdings_book(struct fcl_device *device, uint32_t bank, struct fcl_mem *root);
void fcl_holdings_unbook(struct fcl_mem *root);

/* Closes the device; returns when no thread is between enter and leave. One caller at a time. */
void fcl_holdings_close(struct fcl_device *device);
/* Opens the device; returns the parked commands, for fcl_park_wake(). */
struct fcl_event *fcl_holdings_open(struct fcl_device *device);

#endif
