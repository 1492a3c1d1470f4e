/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_QUEUE_H
#define FCL_CORE_QUEUE_H

#include "runtime/core/objects/context.h"

struct fcl_event;
struct fcl_epoch;
struct fcl_command_buffer;

/* The number of events that a queue keeps for reuse; those beyond it return to the slab. */
enum { FCL_QUEUE_KEEPS = 65536 };

struct fcl_queue {
	struct fcl_object object;
	struct fcl_context *context;
	struct fcl_part *part;     /* whose CUs launches use; the context has a reference */
	struct fcl_device *device; /* the part's board */
	cl_command_queue_properties properties; /* bit field: out-of-order, profiling */
	cl_queue_properties *property_list;     /* as given, NULL if none */
	uint32_t nproperty_list;                /* elements, including the terminating 0 */
	uint32_t number;                        /* a different one for each, more or less */
	uint64_t trace_id;                      /* while a trace is written: its number there */
	struct fcl_command_buffer *recorder_of; /* it records what is enqueued here; NULL: none */
	struct fcl_queue *next, **link;         /* in the context's list, guarded by its lock */

	/* Threads that end commands read what is above: not in the cache line of the lock. */
	_Alignas(64) pthread_mutex_t lock; /* guards all below except the atomics */
	struct fcl_event *tail;            /* in order: the newest command, with a reference */
	struct fcl_event *barrier;         /* out of order: the newest barrier, with a reference */
	struct fcl_epoch *epoch; /* out of order: the commands since the newest barrier or marker */
	struct fcl_event *free;  /* events for reuse */
	uint32_t stock;          /* part of event_refs, taken in advance for future events */
	uint32_t created;        /* events, so far */
	bool retired;            /* the host has released it: take nothing in advance */
	_Atomic uint64_t failures; /* in order: see failures.c; written with the lock held */
	char failed[64];           /* describes one of them */
	int32_t failed_status;     /* of that one */

	/*
	 * Written by threads that end commands: not in the cache lines that enqueueing threads use.
	 */
	_Alignas(64) _Atomic uint32_t event_refs; /* above 0: they hold one reference */
	_Atomic uint32_t nevents; /* events taken from the slab, in flight or kept */
	_Atomic(struct fcl_event *)
		returned; /* events that other threads returned, pushed by CAS */
};

/* The references of events to their queue: take one (the queue's lock is held), release some. */
void fcl_queue_event_ref(struct fcl_queue *queue);
void fcl_queue_event_unref(struct fcl_queue *queue, uint32_t count);

/* Creates a queue. -ENOMEM. The caller gets an internal reference. */
int fcl_queue_create(struct fcl_context *context, struct fcl_part *part,
		     cl_command_queue_properties properties, struct fcl_queue **ret_queue);

/* clFlush: makes sure that the board starts what it was given without delay. Never blocks. */
void fcl_queue_flush(struct fcl_queue *queue);

/* clFinish: returns when everything enqueued so far is complete. -ENOMEM. */
int fcl_queue_finish(struct fcl_queue *queue);

/*
 * The same for all queues of a context, one after the other, but those in order that the host has
 * released. Recorded commands do not count. -ENOMEM.
 */
int fcl_queue_finish_all(struct fcl_context *context);

/* Called for the last reference, and for the host's last reference: see object.h. */
fcl_object_destroy fcl_queue_destroy;
fcl_object_retire fcl_queue_retire;

#endif
