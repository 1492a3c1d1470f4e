/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_ACTIONS_H
#define FCL_CORE_ACTIONS_H

#include "runtime/core/graph/command.h"

/*
 * The graph decides in which order commands run, but does not know what they do. Higher layers
 * register the functions that it has to call here, once, before the first command: see
 * fcl_core_register().
 */
struct fcl_actions {
	/* Advances a command without pending predecessors as far as possible: fcl_issue(). */
	void (*issue)(struct fcl_event *event);
	/* Releases the claims and references of the command's work: fcl_work_drop(). */
	void (*drop)(struct fcl_event *event);
	/*
	 * Records a command that was enqueued to a command buffer's recorder:
	 * fcl_command_buffer_record().
	 */
	int (*record)(struct fcl_command_buffer *buffer, struct fcl_event *event);
	/* Ends a command of a replay: fcl_replay_complete(). */
	void (*replayed)(struct fcl_event *event, int32_t status);
	/* Serves launches that wait for another image: fcl_swap_serve(). */
	uint64_t (*swap)(struct fcl_device *device);
};

/* Set once by fcl_core_register(), constant afterwards. */
extern struct fcl_actions fcl_actions;

#endif
