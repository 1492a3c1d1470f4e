/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_MOVE_H
#define FCL_CORE_MOVE_H

#include "runtime/core/graph/event.h"

/*
 * Moves of a buffer's bytes between its sides on behalf of a command. Each makes the buffer busy,
 * counts one in event->requests and, when the bytes have arrived, opens the buffer again and takes
 * one from the count; who takes the last issues the command again. The root's lock is held by the
 * caller.
 */
enum fcl_move_state {
	FCL_MOVE_STARTED,
	FCL_MOVE_NOTHING, /* all bytes are there */
	FCL_MOVE_NO_MEMORY,
};

/*
 * Brings what is not valid on `side` of the range there. What lies on another device only comes
 * straight from that one if the two boards can, else over the host (then the command has to plan
 * twice). With `force`, bytes valid on both the host and a device are copied to the device again.
 */
enum fcl_move_state fcl_move_in(struct fcl_event *event, struct fcl_mem *root, uint64_t start,
				uint64_t end, uint32_t side, bool force, struct fcl_err *err);

/* Brings what only this device side has to the host, then frees the side's memory. */
enum fcl_move_state fcl_move_out(struct fcl_event *event, struct fcl_mem *root, uint32_t side,
				 struct fcl_err *err);

/*
 * Takes a side's memory away; every byte it had is elsewhere too. The root is busy, for the caller.
 * The lock is held before and after, not across the HAL.
 */
void fcl_move_drop_side(struct fcl_mem *root, uint32_t side);

/*
 * For who takes the last of event->requests: whether the board had no room for some piece. If so,
 * the device's thread issues the command again a little later, and it is no longer the caller's.
 */
bool fcl_move_postponed(struct fcl_event *event);

#endif
