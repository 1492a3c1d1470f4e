/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_ACTIONS_H
#define FCL_CORE_ACTIONS_H

#include "runtime/core/graph/event.h"

/*
 * The graph knows in which order commands run, not what they do. What it needs for that is
 * registered here once, before the first command (fcl_core_register()), by those who know.
 */
struct fcl_actions {
	/* Nothing is left to wait for: takes the command as far as it goes. See fcl_issue(). */
	void (*issue)(struct fcl_event *event);
	/* Releases what the command's work claims and refers to. See fcl_work_drop(). */
	void (*drop)(struct fcl_event *event);
	/* The command was enqueued to a recorder. See fcl_command_buffer_record(). */
	int (*record)(struct fcl_command_buffer *buffer, struct fcl_event *event);
	/* A command of a replay has ended. See fcl_replay_complete(). */
	void (*replayed)(struct fcl_event *event, int32_t status);
	/* Looks at launches that wait for another image. See fcl_swap_look(). */
	uint64_t (*swap)(struct fcl_device *device);
};

/* Constant once registered. */
extern struct fcl_actions fcl_actions;

#endif
