/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_PAST_OBJECTS_H
#define FCL_CAPTURE_PAST_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/capture/ring.h"

/*
 * The objects that forgotten calls have left (past.h), and for each the calls that made it what it
 * is. Guarded by the recorder's lock.
 */

enum fcl_past_type {
	FCL_PAST_OTHER, /* contexts, queues, programs, ... */
	FCL_PAST_MEM,
	FCL_PAST_SVM, /* an allocation of shared virtual memory; its handle is its address */
	FCL_PAST_KERNEL,
	FCL_PAST_EVENT,
};

/* What a call is kept for. */
enum fcl_past_why {
	FCL_PAST_CREATES,
	FCL_PAST_SETS,   /* `key` says what */
	FCL_PAST_WRITES, /* bytes from `from` to `to` of a buffer; of images, 1 to 0: some */
	FCL_PAST_MAPS,   /* at address `key` */
};

struct fcl_past_call {
	struct fcl_past_call *before, *after; /* all calls, in their order */
	struct fcl_past_call *next;           /* of the same owner */
	struct fcl_past_object *owner;
	enum fcl_past_why why;
	uint64_t key, from, to;
	struct fcl_past_object **named; /* other objects that it needs */
	unsigned nnamed;
	fcl_ring_record *call, *result;
};

struct fcl_past_object {
	struct fcl_past_object *next; /* in its bucket */
	uint64_t handle;
	enum fcl_past_type type;
	bool gone;          /* the program has released it, but something needs it */
	int64_t references; /* that the program holds */
	size_t users;       /* calls and objects that need it */
	struct fcl_past_object
		*needs;              /* an event's queue; the one that was made by the same call */
	struct fcl_past_call *calls; /* the latest first */
	struct fcl_past_object *whole; /* of a part of a buffer */
	uint64_t offset, size;         /* of memory; 0: an image */
	uint64_t constants;            /* of a kernel: a bit for each argument that it only reads */
	uint64_t command;              /* of an event: the number of its call */
	bool in_order;                 /* a queue's commands end in their order */
	bool constant, unknown;        /* no kernel writes to it; its contents are not known */
};

/* --- objects ---------------------------------------------------------------------------------- */

struct fcl_past_object *fcl_past_find(uint64_t handle);
/* The allocation with that address in it. */
struct fcl_past_object *fcl_past_find_svm(uint64_t address);
/* NULL: memory has run out. */
struct fcl_past_object *fcl_past_add(uint64_t handle, enum fcl_past_type type);
/* NULL: does nothing. */
void fcl_past_count(struct fcl_past_object *object, int64_t references);
void fcl_past_each(void (*use)(struct fcl_past_object *object, void *user), void *user);

/* Takes the records; without them, it keeps nothing. */
struct fcl_past_call *fcl_past_keep(struct fcl_past_object *owner, enum fcl_past_why why,
				    uint64_t key, fcl_ring_record *call, fcl_ring_record *result);
void fcl_past_name(struct fcl_past_call *call, struct fcl_past_object *object);
void fcl_past_drop(struct fcl_past_call *call);
/* The latest call of that object for that reason. */
struct fcl_past_call *fcl_past_call_of(struct fcl_past_object *object, enum fcl_past_why why,
				       uint64_t key);

/* --- contents --------------------------------------------------------------------------------- */

/* Forgets what the call, which is kept, has written over. */
void fcl_past_wrote(struct fcl_past_object *mem, struct fcl_past_call *call, uint64_t from,
		    uint64_t to);
void fcl_past_unknown(struct fcl_past_object *mem);

struct fcl_past_call *fcl_past_first(void);

/* What the calls take, without contents. */
size_t fcl_past_size(void);
bool fcl_past_shed(void);
void fcl_past_forget_objects(void);

#endif
