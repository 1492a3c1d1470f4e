/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_REPLAY_H
#define FCL_CORE_REPLAY_H

#include "runtime/core/commands/command_buffer.h"

/* The event of a replay has nothing left to wait for. */
void fcl_replay_issue(struct fcl_event *parent);

/* One of its commands has ended, as fcl_complete() does for others. */
void fcl_replay_complete(struct fcl_event *event, int32_t status);

/* Replays these commands, and takes over the references. NULL when memory is short. */
struct fcl_replay *fcl_replay_create(struct fcl_command_buffer *buffer,
				     struct fcl_event *const *events);

/* NULL is fine. */
void fcl_replay_destroy(struct fcl_replay *replay);

/* Lets go of a recorded command. */
void fcl_replay_drop(struct fcl_event *event);

/* A replay more; false if there is one already and they may not overlap. */
bool fcl_command_buffer_begin(struct fcl_command_buffer *buffer);
void fcl_command_buffer_end(struct fcl_command_buffer *buffer);

#endif
