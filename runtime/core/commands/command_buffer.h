/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_COMMAND_BUFFER_H
#define FCL_CORE_COMMAND_BUFFER_H

#include "runtime/core/graph/event.h"

/*
 * A command buffer (cl_khr_command_buffer) records commands once and replays them often. Recording
 * takes the way of ordinary commands: they are enqueued to `recorder`, a queue that the host never
 * sees, which keeps the events instead of running them. A replay runs these same events again,
 * with what was validated and retained: only counters are reset, and boards and buffers are
 * claimed anew. Replays that overlap run on copies of the events, which are kept for later ones.
 */

/* "`to` begins after `from` has ended": indices of commands. */
struct fcl_order {
	uint32_t from, to;
};

/* The events of one replay at a time. */
struct fcl_replay {
	struct fcl_replay *next; /* in command_buffer.idle */
	struct fcl_command_buffer *buffer;
	struct fcl_event *parent; /* what clEnqueueCommandBufferKHR returned; in flight */
	_Atomic uint32_t left;    /* commands not ended, plus one while the replay is started */
	_Atomic int32_t status;   /* 0, or the first error of a command */
	struct fcl_event *events[];
};

struct fcl_command_buffer {
	struct fcl_object object;
	struct fcl_queue *queue;    /* as given, retained */
	struct fcl_queue *recorder; /* for recording; ours alone */
	bool simultaneous;          /* replays may overlap */
	cl_properties *properties;  /* as given, with the ending 0; NULL if none */
	uint32_t nproperties;       /* elements, the 0 included */
	_Atomic bool final;         /* recorded: below, only `idle` changes from now on */
	_Atomic uint32_t pending;   /* replays enqueued and not ended */

	pthread_mutex_t lock;     /* guards everything below */
	struct fcl_event **first; /* the recorded commands; moved to a replay when final */
	uint32_t count, room;
	struct fcl_order *orders;
	size_t norders, order_room;
	uint32_t barrier; /* commands up to the newest barrier, itself included; 0: none */
	uint32_t all;     /* the same of the newest barrier that waits for everything */

	uint32_t *waits;        /* when final, for each command: how many it begins after */
	uint32_t *after, *list; /* those that begin after i: list[after[i]] … list[after[i + 1]] */
	struct fcl_replay
		*master;         /* of the recorded events themselves; the others are its copies */
	struct fcl_replay *idle; /* replays that nobody runs, the master among them */
};

/* -ENOMEM. Has its creator's internal reference. */
int fcl_command_buffer_create(struct fcl_queue *queue, bool simultaneous,
			      struct fcl_command_buffer **ret_buffer);

/*
 * Takes a filled command, and a reference of its event; fcl_event_enqueue() calls it for the
 * recorder. The buffer's lock is held by who records. -EOPNOTSUPP: a command that cannot be
 * recorded; -ENOMEM.
 */
int fcl_command_buffer_record(struct fcl_command_buffer *buffer, struct fcl_event *event);

/* The newest command begins after these, 1 … count. The lock is held. -ENOMEM: the command is gone.
 */
int fcl_command_buffer_order(struct fcl_command_buffer *buffer, uint32_t npoints,
			     const uint32_t *points);

/* No more commands. The lock is held. -ENOMEM: nothing has changed. */
int fcl_command_buffer_finalize(struct fcl_command_buffer *buffer);

/* When everybody has released it: see object.h. */
fcl_object_destroy fcl_command_buffer_destroy;

#endif
