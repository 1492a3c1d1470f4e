/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_TURN_H
#define FCL_CORE_TURN_H

#include "runtime/core/graph/event.h"

/*
 * Commands that want the same buffers in different banks could take them from each other for ever: each has
 * them moved, and before it claims them the other has them moved back. So one command of a device at a time
 * moves buffers to other banks. It has the turn until it has claimed them, or has to wait for the end of
 * another command.
 */

/* Returns true if the command has the turn now. False: it is parked until the turn is free. */
bool fcl_turn_take(struct fcl_device *device, struct fcl_event *event);

/* Ends the command's turn, if it has it. Those parked check again. No lock is held. */
void fcl_turn_end(struct fcl_device *device, const struct fcl_event *event);

#endif
