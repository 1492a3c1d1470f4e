/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_ACTIONS_H
#define FCL_CORE_ACTIONS_H

#include "runtime/core/graph/event.h"

/*
 * The graph knows in which order commands run, not what they do. The layers above register here,
 * once and before the first command, the functions that it calls upward: see fcl_core_register().
 */
struct fcl_actions {
	/* Takes a command with no pending predecessors as far as it goes. See fcl_issue(). */
	void (*issue)(struct fcl_event *event);
	/* Releases the claims and references of the command's work. See fcl_work_drop(). */
	void (*drop)(struct fcl_event *event);
	/*
	 * Records a command that was enqueued to a command buffer's recorder. See
	 * fcl_command_buffer_record().
	 */
	int (*record)(struct fcl_command_buffer *buffer, struct fcl_event *event);
	/* Ends a command of a replay. See fcl_replay_complete(). */
	void (*replayed)(struct fcl_event *event, int32_t status);
	/* Serves launches that wait for another image. See fcl_swap_serve(). */
	uint64_t (*swap)(struct fcl_device *device);
};

/* Set once by fcl_core_register(), constant from then on. */
extern struct fcl_actions fcl_actions;

#endif
