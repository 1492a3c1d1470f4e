/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_MOVE_H
#define FCL_CORE_MOVE_H

#include "runtime/core/graph/command.h"

/*
 * Moves of a buffer's data between its sides on behalf of a command. Each move makes the buffer
 * busy and increments event->requests; when the data has arrived, it makes the buffer available
 * again and decrements the count. The thread that brings the count to 0 issues the command again.
 * The caller holds the root's lock.
 */
enum fcl_move_state {
	FCL_MOVE_STARTED,
	FCL_MOVE_NOTHING, /* all data is in place */
	FCL_MOVE_NO_MEMORY,
};

/*
 * Starts to bring the parts of the range that are not valid on `side` there. Data that only another
 * device has is copied directly if the two boards support it, otherwise through the host, for which
 * the command has to be planned twice. With `force`, data that is valid on both the host and a
 * device is copied to the device again.
 */
enum fcl_move_state fcl_move_in(struct fcl_event *event, struct fcl_mem *root, uint64_t start,
				uint64_t end, uint32_t side, bool force, struct fcl_err *err);

/*
 * Starts to copy data that only this device side has to the host; the side's memory is freed
 * afterwards.
 */
enum fcl_move_state fcl_move_out(struct fcl_event *event, struct fcl_mem *root, uint32_t side,
				 struct fcl_err *err);

/*
 * Frees a side's memory, all of whose contents are also valid elsewhere. The caller has made the
 * root busy. The lock is held before and after, but not across the HAL.
 */
void fcl_move_drop_side(struct fcl_mem *root, uint32_t side);

/*
 * For the thread that brought event->requests to 0: whether the board had no room for some piece.
 * In that case the device's worker issues the command again later, and the caller no longer owns
 * it.
 */
bool fcl_move_postponed(struct fcl_event *event);

#endif
