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

/* The work of a device's worker thread: see worker_thread.c. */
struct fcl_worker {
	pthread_mutex_t lock; /* guards the members below */
	pthread_cond_t some;
	struct fcl_event *first, **last; /* commands to issue, through next_ready */
	struct fcl_event *later; /* commands to issue again at later_at, also through next_ready */
	uint64_t later_at;       /* CLOCK_MONOTONIC ns; 0: there are none */
	bool swap, retry, started;
	uint64_t swap_at; /* when to check the gate again, CLOCK_MONOTONIC ns; 0: never */
};

/* An image that programs hold for a device; equal images share one. */
struct fcl_held {
	struct fcl_held *next;
	struct fcl_image *image; /* with a reference */
	uint32_t users;          /* number of programs */
	struct fcl_fifo *fifos;  /* packets of its FIFOs while it is not loaded: images/fifo.h */
	/* Pending launches, if they are counted: see fcl_gate_count(). */
	_Alignas(64) _Atomic uint32_t outstanding;
};

/* Counts launches of some queues inside the gate, each in its own cache line. */
enum { FCL_SLOT_COUNTS = 8 };

struct fcl_slot_count {
	_Alignas(64) _Atomic uint32_t inflight;
};

/*
 * A region of the board that can hold one image. Launches pass its gate without a lock: see gate.c.
 */
struct fcl_slot {
	struct fcl_image *loaded;        /* the image that it holds, with a reference; NULL: none */
	struct fcl_hal_program *program; /* the HAL's; stable while a launch is inside the gate */
	uint64_t loaded_ns;              /* time of loading; device->lock */
	uint64_t closed_ns;   /* since when a swap waits for its launches, 0: none; device->lock */
	uint64_t patience_ns; /* how long the swap waits before it helps them; device->lock */
	bool loading;         /* being programmed: nothing may enter; device->lock */
	_Atomic(struct fcl_image *) active; /* = loaded while launches may enter; set under lock */
	_Atomic uint32_t closing;           /* 1 while a swap waits for the launches inside */
	_Atomic uint64_t left_ns;           /* when the last launch left while others were parked */
	struct fcl_slot_count counts[FCL_SLOT_COUNTS]; /* by fcl_queue.number */
};

/* Whether no launch is inside the gate; reliable once the gate is closed. */
static inline bool fcl_slot_is_empty(const struct fcl_slot *slot)
{
	for (int i = 0; i < FCL_SLOT_COUNTS; i++)
		if (atomic_load(&slot->counts[i].inflight))
			return false;
	return true;
}

/*
 * The buffers with memory on a device that does not keep all banks during programming, and whether
 * buffers may currently get memory there: see holdings.h.
 */
struct fcl_holdings {
	bool matter;          /* some bank is not kept, so this is needed; fixed */
	pthread_mutex_t lock; /* guards sides, parked, closing and opening */
	struct fcl_device_side *sides;
	struct fcl_event *parked;    /* commands that need memory while it is closed; next_parked */
	_Atomic uint32_t closed;     /* 1 while the board is being programmed */
	_Atomic uint32_t allocating; /* threads between fcl_holdings_enter() and _leave() */
};

/* The command that may move buffers to other banks: see rebank.h. */
struct fcl_rebank {
	pthread_mutex_t lock;              /* guards the members below */
	_Atomic(struct fcl_event *) owner; /* only compared: may no longer exist */
	struct fcl_event *parked;          /* commands that wait until that is free; next_parked */
};

/* The contexts that rely on the current board: see platform/revive.c. */
struct fcl_presence {
	pthread_mutex_t lock;
	pthread_cond_t left; /* signalled when the last context has left */
	uint32_t contexts;   /* contexts with the device, until they are freed */
};

/* A board. swap.c decides, under `lock`, which images it holds. */
struct fcl_device {
	struct fcl_part whole; /* the host's cl_device_id; must be first */
	struct fcl_platform *platform;
	const struct fcl_hal_ops *hal;   /* complete: no NULL ops */
	struct fcl_hal_device *board;    /* for holders of a context on it, or of `presence` */
	const struct fcl_hal_info *info; /* a copy: it outlives the board */
	char *name;                      /* to open the board again; NULL: never */
	unsigned instance;               /* to open the board again */
	struct fcl_presence presence;
	char trace_name[FCL_HAL_TRACE_NAME]; /* its name in traces */
	uint8_t uuid[16];

	pthread_mutex_t swap_lock; /* cold; held across hal->program(); taken before `lock` */
	/* Guards held, pipes, recent, parked, and the slots' `loaded` and `program`. */
	pthread_mutex_t lock;
	struct fcl_held *held;
	_Atomic uint32_t nheld;
	struct fcl_pipe *pipes;                  /* pipes that are FIFOs of images; through next */
	struct fcl_slot *slots;                  /* info->nslots of them */
	uint32_t recent;                         /* the most recently programmed slot */
	struct fcl_event *parked, **parked_last; /* launches that wait for an image; FIFO */
	_Atomic uint32_t wanted;                 /* 1 while launches are parked */
	uint64_t swap_ns;                        /* duration of the last swap; under swap_lock */
	uint64_t order_ns; /* time spent on swaps that only the order of queues required; under
			      swap_lock */

	_Atomic bool no_peers; /* a direct copy to another board failed: never retry */
	struct fcl_holdings holdings;
	_Atomic uint64_t *booked; /* by bank: bytes of the buffers that are booked in it */
	struct fcl_rebank rebank;
	struct fcl_worker worker;
};

/* Creates the device object for an open board. NULL: out of memory; the caller keeps the board. */
struct fcl_device *fcl_device_create(struct fcl_platform *platform, const struct fcl_hal_ops *hal,
				     struct fcl_hal_device *board);

/*
 * Returns the image on the board if programs hold it, else the newest image that they hold, or
 * NULL. device->lock is held.
 */
const struct fcl_image *fcl_device_held(struct fcl_device *device);

/* Returns the image that was programmed last, or NULL. device->lock is held. */
struct fcl_image *fcl_device_image(const struct fcl_device *device);

/*
 * Returns the entry of a held image, or NULL; valid as long as programs hold the image.
 * device->lock is held.
 */
struct fcl_held *fcl_device_find_held(struct fcl_device *device, const struct fcl_image *image);

/* Returns whether programs hold the image, or an equal one. device->lock is held. */
bool fcl_device_holds(struct fcl_device *device, const struct fcl_image *image);

/*
 * Returns whether this particular image is in a slot, or held by programs; if not, the device has
 * no trace of it. device->lock is held.
 */
bool fcl_device_knows(const struct fcl_device *device, const struct fcl_image *image);

/*
 * Called when a context with the device is created, and freed: as long as there is one, the board
 * is neither reopened nor reset.
 */
void fcl_device_enter(struct fcl_device *device);
void fcl_device_leave(struct fcl_device *device);

#endif
