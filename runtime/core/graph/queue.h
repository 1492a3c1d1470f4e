/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_QUEUE_H
#define FCL_CORE_QUEUE_H

#include "runtime/core/objects/context.h"

struct fcl_event;
struct fcl_epoch;
struct fcl_command_buffer;

/* Events that a queue keeps to use again; what a burst needed above that goes back to all queues.
 */
enum { FCL_QUEUE_KEEPS = 65536 };

struct fcl_queue {
	struct fcl_object object;
	struct fcl_context *context;
	struct fcl_part *part;     /* what launches may use; the context has a reference */
	struct fcl_device *device; /* its board */
	cl_command_queue_properties properties; /* bit field: out-of-order, profiling */
	cl_queue_properties *property_list;     /* as given, NULL if none */
	uint32_t nproperty_list;                /* elements, the ending 0 included */
	struct fcl_command_buffer *recorder_of; /* it keeps what is enqueued here; NULL: none */

	pthread_mutex_t lock;      /* guards all below but `returned` */
	struct fcl_event *tail;    /* in order: the newest command, with a reference */
	struct fcl_event *barrier; /* out of order: the newest barrier, with a reference */
	struct fcl_epoch *epoch; /* out of order: the commands since the newest barrier or marker */
	struct fcl_event *free;  /* events to use again */
	uint32_t stock;          /* of event_refs, taken in advance for events to come */
	bool retired;            /* the host has released it: no stock any more */

	/* What threads that end commands write, apart from what those that enqueue use. */
	_Alignas(64) _Atomic uint32_t event_refs; /* above 0 they hold one reference of the queue */
	_Atomic uint32_t nevents;                 /* of the slab's, in flight or kept */
	_Atomic(struct fcl_event *)
		returned; /* events that other threads gave back: pushed by CAS */
};

/* For events: takes one of event_refs (the queue's lock is held), gives some back. */
void fcl_queue_hold(struct fcl_queue *queue);
void fcl_queue_let_go(struct fcl_queue *queue, uint32_t count);

/* -ENOMEM. Has its creator's internal reference. */
int fcl_queue_create(struct fcl_context *context, struct fcl_part *part,
		     cl_command_queue_properties properties, struct fcl_queue **ret_queue);

/* clFlush: everything enqueued so far reaches the board without waiting for anything. Never blocks.
 */
void fcl_queue_flush(struct fcl_queue *queue);

/* clFinish: returns when everything enqueued so far is complete. -ENOMEM. */
int fcl_queue_finish(struct fcl_queue *queue);

/* What the type does when the host, or everybody, has released it: see object.h. */
fcl_object_destroy fcl_queue_destroy;
fcl_object_retire fcl_queue_retire;

#endif
