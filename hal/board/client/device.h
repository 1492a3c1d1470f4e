/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_DEVICE_H
#define FCL_BD_CLIENT_DEVICE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "board_support/board.h"
#include "hal/board/wire/ring.h"
#include "hal/board/wire/socket.h"
#include "hal/include/fcl_hal.h"

struct fcl_hal_buffer {
	struct fcl_hal_buffer *next, *previous; /* in the device's list */
	uint32_t number;                        /* the executor's; 0: lost with an executor */
	uint64_t bytes, address;
	uint32_t bank;
	bool imported;
	bool svm;  /* `map` is a part of a region */
	char *map; /* NULL: transfers go through the stage */
	uint64_t map_bytes;
};

struct fcl_hal_pipe {
	struct fcl_hal_pipe *next, *previous;
	uint32_t number;
	uint32_t packet_size, depth;
	uint32_t stream; /* index of the image's FIFO; UINT32_MAX: made by pipe_create() */
};

struct fcl_hal_program {
	struct fcl_image *image; /* one reference */
	struct fcl_hal_device *device;
	bool lost; /* with an executor */
};

/* A region of shared virtual memory that the executor has mapped, too. */
struct fcl_bd_given {
	struct fcl_bd_given *next;
	struct fcl_bd_region *region; /* one reference */
	bool open;                    /* for allocations, by this executor */
};

enum { FCL_BD_KNOWN = 32 };

/* An image that the executor has seen; it has the same number as long as the host keeps it. */
struct fcl_bd_known {
	struct fcl_image *image; /* one reference; NULL: none */
	uint64_t number;
};

/* A request in flight; the number of its block is its place in fcl_hal_device.sent. */
struct fcl_bd_sent {
	struct fcl_hal_request *request; /* NULL: the block is free */
};

struct fcl_bd_mover {
	struct fcl_hal_device *device;
	pthread_t thread;
	unsigned index; /* of its stage */
};

enum fcl_bd_health {
	FCL_BD_GOOD,
	FCL_BD_BROKEN, /* the executor is gone: reset() starts another */
	FCL_BD_GONE,   /* the board process is gone, for ever */
};

struct fcl_hal_device {
	struct fcl_hal_device *next_traced; /* traced.c */
	bool traced;
	uint32_t groups; /* of tracks in the trace; 0: none given yet */
	char name[128];
	char serial[200];
	struct fcl_bd_facts facts; /* what info's strings point to */
	struct fcl_hal_info info;
	struct fcl_hal_bank banks[FCL_BD_BANKS];
	struct fcl_board *board; /* its description, if this process knows it; else NULL */
	bool maps;               /* buffers may be mapped */

	int server; /* to the board process; only `watcher` receives from it */
	pthread_t watcher, reader;
	struct fcl_bd_shared *shared;
	atomic_bool closing;

	_Atomic int health; /* enum fcl_bd_health; changed with state_lock held */
	pthread_mutex_t state_lock;
	pthread_cond_t state_changed;
	char why[FCL_BD_TEXT];
	int fresh;                  /* socket to a new executor; -1: none has come */
	_Atomic uint64_t executors; /* that have ended */

	pthread_mutex_t call_lock; /* guards `call`, `number` and `packet` */
	int call;                  /* to the executor; -1: it is gone */
	uint32_t number;
	struct fcl_bd_packet packet;

	pthread_mutex_t list_lock; /* guards the lists and `program` */
	struct fcl_hal_buffer *buffers;
	struct fcl_hal_pipe *pipes;
	struct fcl_hal_program *program;

	pthread_mutex_t svm_lock; /* guards `given`, while calls are made */
	struct fcl_bd_given *given;

	struct fcl_bd_known known[FCL_BD_KNOWN]; /* cold calls only */
	uint64_t last_known;

	pthread_mutex_t send_lock; /* guards the pusher's end of `submitted`, and what follows */
	uint32_t free[FCL_BD_BLOCKS], nfree;
	struct fcl_bd_sent sent[FCL_BD_BLOCKS];
	/* Launches for which no block is free yet; submit.c. */
	struct fcl_hal_request *_Atomic parked, *last_parked;
	_Atomic uint32_t nsent;
	_Atomic(const void *) tags[FCL_BD_BLOCKS]; /* of requests in flight */

	/* Of the thread that has set shared->attended: while the executor sleeps, and is awake. */
	struct fcl_bd_hope hope[2];

	pthread_mutex_t read_lock; /* guards the popper's end of `ended` */

	/* Requests that move bytes, for the movers. */
	pthread_mutex_t move_lock;
	pthread_cond_t more;
	struct fcl_hal_request *moves, **last_move;
	struct fcl_bd_mover movers[FCL_BD_MOVERS];
	uint32_t nmovers;
	bool movers_end;
};

#endif
