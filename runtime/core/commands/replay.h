/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_REPLAY_H
#define FCL_CORE_REPLAY_H

#include "runtime/core/commands/command_buffer.h"

/* Starts a replay whose event has no pending predecessors. */
void fcl_replay_issue(struct fcl_event *parent);

/* Ends a command of a replay, as fcl_complete() ends other commands. */
void fcl_replay_complete(struct fcl_event *event, int32_t status);

/* Creates a replay of these commands, and takes over their references. NULL: out of memory. */
struct fcl_replay *fcl_replay_create(struct fcl_command_buffer *buffer,
				     struct fcl_event *const *events);

/* NULL is allowed. */
void fcl_replay_destroy(struct fcl_replay *replay);

/* Releases a recorded command. */
void fcl_replay_drop(struct fcl_event *event);

#endif
