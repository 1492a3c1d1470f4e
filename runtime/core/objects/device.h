/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_DEVICE_H
#define FCL_CORE_DEVICE_H

#include <pthread.h>

#include "hal/include/fcl_hal.h"
#include "hal/trace_name.h"
#include "runtime/core/objects/part.h"

struct fcl_event;
struct fcl_fifo;
struct fcl_device_side;
struct fcl_pipe;

/* The one platform of a process; created by the first clGetPlatformIDs, never freed. */
struct fcl_platform {
	struct fcl_object object;
	struct fcl_device **devices;
	uint32_t ndevices;
	bool open; /* the devices have been opened; false again in a forked child */
};

/* What a device's worker thread has to do: see worker.c. */
struct fcl_worker {
	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t some;
	struct fcl_event *first, **last; /* commands to issue, through next_ready */
	struct fcl_event *later;         /* commands to issue again at later_at, likewise */
	uint64_t later_at;               /* CLOCK_MONOTONIC ns; 0: there are none */
	bool swap, retry, started;
	uint64_t swap_at; /* when to check the gate again, CLOCK_MONOTONIC ns; 0: never */
};

/* An image that programs hold for a device; equal images share one. */
struct fcl_held {
	struct fcl_held *next;
	struct fcl_image *image; /* with a reference */
	uint32_t users;          /* programs */
	struct fcl_fifo *fifos;  /* packets of its FIFOs, while it is not loaded: images/fifo.h */
	/* Pending launches, as far as they are counted: see fcl_gate_count(). */
	_Alignas(64) _Atomic uint32_t outstanding;
};

/* Launches of some queues past the gate: in a cache line of their own. */
enum { FCL_SLOT_COUNTS = 8 };

struct fcl_slot_count {
	_Alignas(64) _Atomic uint32_t inflight;
};

/* A region of the board that holds one image. Launches pass its gate without a lock: see gate.c. */
struct fcl_slot {
	struct fcl_image *loaded;        /* the image that it holds, with a reference; NULL: none */
	struct fcl_hal_program *program; /* the HAL's; stable while a launch is past the gate */
	uint64_t loaded_ns;              /* since when; device->lock */
	uint64_t closed_ns;   /* since when a swap waits for its launches, 0: none; device->lock */
	uint64_t patience_ns; /* how long the swap waits before it helps them; device->lock */
	bool loading;         /* it is being programmed: nothing enters; device->lock */
	_Atomic(struct fcl_image *) active; /* = loaded while launches may pass; set under lock */
	_Atomic uint32_t closing;           /* 1 while a swap waits for the launches inside */
	_Atomic uint64_t left_ns; /* when no launch was left inside while launches were parked */
	struct fcl_slot_count counts[FCL_SLOT_COUNTS]; /* by fcl_queue.number */
};

/* Whether no launch is past the gate; reliable once the gate is closed. */
static inline bool fcl_slot_is_empty(const struct fcl_slot *slot)
{
	for (int i = 0; i < FCL_SLOT_COUNTS; i++)
		if (atomic_load(&slot->counts[i].inflight))
			return false;
	return true;
}

/*
 * The buffers that have memory on a device that does not keep all banks when it is programmed, and
 * whether buffers may get memory there now: see holdings.h.
 */
struct fcl_holdings {
	bool matter;          /* some bank is not kept, so that all this is needed; fixed */
	pthread_mutex_t lock; /* guards sides, parked, closing and opening */
	struct fcl_device_side *sides;
	struct fcl_event *parked;    /* commands that need memory while it is closed; next_parked */
	_Atomic uint32_t closed;     /* 1 while the board is being programmed */
	_Atomic uint32_t allocating; /* threads between fcl_holdings_enter() and _leave() */
};

/* Which command moves buffers to other banks: see turn.h. */
struct fcl_turn {
	pthread_mutex_t lock;              /* guards all below */
	_Atomic(struct fcl_event *) owner; /* compared only: it may be gone */
	struct fcl_event *parked;          /* commands that wait for their turn; next_parked */
};

/* The contexts that rely on the present board: see platform/revive.c. */
struct fcl_presence {
	pthread_mutex_t lock;
	pthread_cond_t left; /* the last context has left */
	uint32_t contexts;   /* that have the device, until they are freed */
};

/* A board. swap.c decides, under `lock`, which images it holds. */
struct fcl_device {
	struct fcl_part whole; /* the cl_device_id that hosts have; first */
	struct fcl_platform *platform;
	const struct fcl_hal_ops *hal;   /* complete: no NULL ops */
	struct fcl_hal_device *board;    /* for those who hold a context on it, or `presence` */
	const struct fcl_hal_info *info; /* a copy: it outlives the board */
	char *name;                      /* by which the board is opened again; NULL: it is not */
	unsigned instance;               /* likewise */
	struct fcl_presence presence;
	char trace_name[FCL_HAL_TRACE_NAME]; /* what traces call it */
	uint8_t uuid[16];

	pthread_mutex_t swap_lock; /* cold; held across hal->program(); taken before `lock` */
	/* Guards held, pipes, recent, parked, and the slots' loaded and program. */
	pthread_mutex_t lock;
	struct fcl_held *held;
	_Atomic uint32_t nheld;
	struct fcl_pipe *pipes;                  /* pipes that are FIFOs of images; through next */
	struct fcl_slot *slots;                  /* info->nslots of them */
	uint32_t recent;                         /* the slot that was programmed last */
	struct fcl_event *parked, **parked_last; /* launches that wait for an image; FIFO */
	_Atomic uint32_t wanted;                 /* 1 while launches are parked */
	uint64_t swap_ns;                        /* what the last swap took; under swap_lock */
	uint64_t order_ns; /* time spent on swaps that only the order of queues required; under
			      swap_lock */

	_Atomic bool no_peers; /* a copy directly to another board failed: never try again */
	struct fcl_holdings holdings;
	struct fcl_turn turn;
	struct fcl_worker worker;
};

/* Creates the device object for an open board. NULL: out of memory; the caller keeps the board. */
struct fcl_device *fcl_device_create(struct fcl_platform *platform, const struct fcl_hal_ops *hal,
				     struct fcl_hal_device *board);

/*
 * Returns the image on the board if programs hold it, else the newest image that they hold; NULL:
 * none. device->lock is held.
 */
const struct fcl_image *fcl_device_held(struct fcl_device *device);

/* Returns the image with which the board was programmed last, or NULL. device->lock is held. */
struct fcl_image *fcl_device_image(const struct fcl_device *device);

/*
 * Returns the entry of an image that programs hold, or NULL; it lives as long as they hold it.
 * device->lock is held.
 */
struct fcl_held *fcl_device_find_held(struct fcl_device *device, const struct fcl_image *image);

/* Returns whether programs hold the image, or an equal one. device->lock is held. */
bool fcl_device_holds(struct fcl_device *device, const struct fcl_image *image);

/*
 * Returns whether this very image is in a slot, or programs hold it: else nothing is left of it on the device.
 * device->lock is held.
 */
bool fcl_device_knows(const struct fcl_device *device, const struct fcl_image *image);

/*
 * A context that has the device begins, and ends: while there is one, the board is neither reopened
 * nor reset.
 */
void fcl_device_enter(struct fcl_device *device);
void fcl_device_leave(struct fcl_device *device);

#endif
