/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_QUEUE_H
#define FCL_CORE_QUEUE_H

#include "runtime/core/objects/context.h"

struct fcl_event;
struct fcl_epoch;
struct fcl_command_buffer;

/* How many events a queue keeps for reuse; others return to the slab. */
enum { FCL_QUEUE_KEEPS = 65536 };

struct fcl_queue {
	struct fcl_object object;
	struct fcl_context *context;
	struct fcl_part *part;                  /* launches use its CUs; with a reference */
	struct fcl_device *device;              /* the part's board */
	uint32_t side;                          /* of the board, for the context's buffers */
	cl_command_queue_properties properties; /* bit field: out-of-order, profiling */
	cl_queue_properties *property_list;     /* as given, NULL if none */
	uint32_t nproperty_list;                /* elements, including the terminating 0 */
	uint32_t number;                        /* differs between queues, for most of them */
	uint64_t trace_id;                      /* its number in the trace, while tracing */
	struct fcl_command_buffer *recorder_of; /* records what is enqueued here; NULL: none */
	struct fcl_queue *next, **link;         /* in the context's list, guarded by its lock */

	/*
	 * Threads that end commands read the members above, so the lock is in another cache line.
	 */
	_Alignas(64) pthread_mutex_t lock; /* guards the members below, except atomics */
	struct fcl_event *tail;            /* in order: the newest command, with a reference */
	struct fcl_event *barrier;         /* out of order: the newest barrier, with a reference */
	struct fcl_epoch *epoch; /* out of order: the commands since the newest barrier or marker */
	struct fcl_event *free;  /* events for reuse */
	uint32_t stock;          /* references in event_refs, taken in advance for future events */
	uint32_t created;        /* events created so far */
	bool retired;            /* released by the host: takes no references in advance */
	_Atomic uint64_t failures; /* see failures.c; written with the lock held */
	char failed[64];           /* describes one of the failures */
	int32_t failed_status;     /* the status of that failure */

	/* Written by threads that end commands, so not in the cache lines of enqueueing threads. */
	_Alignas(64) _Atomic uint32_t event_refs; /* above 0: together they hold one reference */
	_Atomic uint32_t nevents; /* events taken from the slab, in flight or kept */
	_Atomic(struct fcl_event *)
		returned; /* events that other threads returned, pushed by CAS */
};

/*
 * The references that events hold on their queue: takes one (the queue's lock is held), releases
 * some.
 */
void fcl_queue_event_ref(struct fcl_queue *queue);
void fcl_queue_event_unref(struct fcl_queue *queue, uint32_t count);

/* Creates a queue. -ENOMEM. The caller gets an internal reference. */
int fcl_queue_create(struct fcl_context *context, struct fcl_part *part,
		     cl_command_queue_properties properties, struct fcl_queue **ret_queue);

/* clFlush: makes sure that the board starts everything submitted without delay. Never blocks. */
void fcl_queue_flush(struct fcl_queue *queue);

/* Called for the last reference, and for the host's last reference: see object.h. */
fcl_object_destroy fcl_queue_destroy;
fcl_object_retire fcl_queue_retire;

#endif
