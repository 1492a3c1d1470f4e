/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_COMMAND_BUFFER_H
#define FCL_CORE_COMMAND_BUFFER_H

#include "runtime/core/graph/event.h"

/*
 * A command buffer (cl_khr_command_buffer) records commands once and replays them many times.
 * Commands are recorded by enqueueing them to `recorder`, an internal queue that keeps the events
 * instead of running them. A replay runs these same events again, and reuses what was validated and
 * retained: it resets a command's counters when its turn comes, and claims the board and, in one
 * step, all buffers of its block (standing.h).
 *
 * Overlapping replays run on copies of the events, which are kept for later replays.
 */

/* "`to` begins after `from` has ended": command indices. */
struct fcl_order {
	uint32_t from, to;
};

/* A set of events, for one replay at a time. */
struct fcl_replay {
	struct fcl_replay *next; /* in command_buffer.idle */
	struct fcl_command_buffer *buffer;
	struct fcl_event *parent; /* the event of clEnqueueCommandBufferKHR, while in flight */
	_Atomic uint32_t left;    /* pending commands, plus one while the replay starts */
	_Atomic int32_t status;   /* 0, or the first error of a command */
	/* By command: predecessors that have not ended. Used only for commands with several. */
	_Atomic uint32_t *waits;
	struct fcl_event *events[];
};

struct fcl_command_buffer {
	struct fcl_object object;
	struct fcl_queue *queue;    /* as given, retained */
	struct fcl_queue *recorder; /* used for recording only */
	cl_properties *properties;  /* as given, with the terminating 0; NULL if none */
	uint32_t nproperties;       /* elements, including the 0 */
	_Atomic bool final; /* recording has ended: from now on, only `idle` changes below */

	pthread_mutex_t lock;     /* guards the members below */
	struct fcl_event **first; /* the recorded commands; moved to a replay when final */
	uint32_t count, room;
	struct fcl_order *orders;
	size_t norders, order_room;
	uint32_t barrier; /* commands up to the newest barrier, itself included; 0: none */
	uint32_t all;     /* commands up to the newest barrier that waits for everything; 0: none */

	uint32_t *waits;           /* when final, for each command: its number of predecessors */
	uint32_t *after, *list;    /* successors of i: list[after[i]] … list[after[i + 1] - 1] */
	struct fcl_replay *master; /* owns the recorded events; other replays have copies */
	struct fcl_replay *idle;   /* replays that are not running, the master included */
};

#endif
