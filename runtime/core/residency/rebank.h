/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_REBANK_H
#define FCL_CORE_REBANK_H

#include "runtime/core/graph/command.h"

/*
 * Commands that need the same buffers in different banks could take them from each other forever:
 * each one has them moved, but the other has them moved back before the first claims them. So only
 * one command per device at a time moves buffers to other banks. It has the turn until it has
 * claimed them, or has to wait for another command to end.
 */

/* Returns true if the command has the turn now. False: it is parked until the turn is free. */
bool fcl_rebank_take(struct fcl_device *device, struct fcl_event *event);

/* Ends the current command's turn. Parked commands check again. No lock may be held. */
void fcl_rebank_pass(struct fcl_device *device);

/*
 * The same, if that is the command. Safe without the lock: only the command itself becomes the
 * owner, and only it gives that up.
 */
static inline void fcl_rebank_end(struct fcl_device *device, const struct fcl_event *event)
{
	if (atomic_load_explicit(&device->rebank.owner, memory_order_relaxed) == event)
		fcl_rebank_pass(device);
}

#endif
