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
	uint32_t number; /* the executor's handle; 0: lost with its executor */
	uint64_t bytes, address;
	uint32_t bank;
	bool imported;
	bool svm;  /* `map` is a part of a region */
	char *map; /* NULL: transfers use a staging area */
	uint64_t map_bytes;
};

struct fcl_hal_pipe {
	struct fcl_hal_pipe *next, *previous;
	uint32_t number;
	uint32_t packet_size, depth;
	uint32_t stream; /* index of the image's FIFO; UINT32_MAX: from pipe_create() */
};

struct fcl_hal_program {
	struct fcl_image *image; /* one reference */
	struct fcl_hal_device *device;
	bool lost; /* its executor is gone */
};

/* A region of shared virtual memory that is mapped by the executor, too. */
struct fcl_bd_given {
	struct fcl_bd_given *next;
	struct fcl_bd_region *region; /* one reference */
	bool open;                    /* this executor may allocate in it */
};

enum { FCL_BD_KNOWN = 32 };

/* An image that the executor has. Its number stays the same as long as the host keeps the image. */
struct fcl_bd_known {
	struct fcl_image *image; /* one reference; NULL: none */
	uint64_t number;
};

/* A request in flight; its index in fcl_hal_device.sent is the number of its block. */
struct fcl_bd_sent {
	struct fcl_hal_request *request; /* NULL: the block is free */
};

struct fcl_bd_mover {
	struct fcl_hal_device *device;
	pthread_t thread;
	unsigned index; /* of its staging area */
};

enum fcl_bd_health {
	FCL_BD_GOOD,
	FCL_BD_BROKEN, /* the executor is gone; reset() starts another */
	FCL_BD_GONE,   /* the board process is gone for good */
};

struct fcl_hal_device {
	struct fcl_hal_device *next_traced; /* traced.c */
	bool traced;
	uint32_t groups; /* track groups in the trace; 0: not assigned yet */
	char name[128];
	char serial[200];
	struct fcl_bd_facts facts; /* holds the strings that info points to */
	struct fcl_hal_info info;
	struct fcl_hal_bank banks[FCL_BD_BANKS];
	struct fcl_board *board; /* its description; NULL if this process has none */
	bool maps;               /* buffers may be mapped */
	_Atomic uint32_t nmapped;

	int server; /* to the board process; only `watcher` receives from it */
	pthread_t watcher, reader;
	struct fcl_bd_shared *shared;
	atomic_bool closing;

	_Atomic int health; /* enum fcl_bd_health; changed with state_lock held */
	pthread_mutex_t state_lock;
	pthread_cond_t state_changed;
	char why[FCL_BD_TEXT];
	int fresh;                  /* socket to a new executor; -1: not received yet */
	_Atomic uint64_t executors; /* how many have ended */

	pthread_mutex_t call_lock; /* guards `call`, `number` and `packet` */
	int call;                  /* to the executor; -1: it is gone */
	uint32_t number;
	struct fcl_bd_packet packet;

	pthread_mutex_t list_lock; /* guards the lists and `program` */
	struct fcl_hal_buffer *buffers;
	struct fcl_hal_pipe *pipes;
	struct fcl_hal_program *program;

	pthread_mutex_t svm_lock; /* guards `given`; held across calls */
	struct fcl_bd_given *given;

	struct fcl_bd_known known[FCL_BD_KNOWN]; /* cold calls only */
	uint64_t last_known;

	pthread_mutex_t send_lock; /* guards the pushing end of `submitted`, up to `tags` */
	struct fcl_bd_end submitted;
	uint32_t free[FCL_BD_BLOCKS], nfree;
	struct fcl_bd_sent sent[FCL_BD_BLOCKS];
	/* Launches that wait for a free block; see submit.c. */
	struct fcl_hal_request *_Atomic parked, *last_parked;
	_Atomic uint32_t nsent;
	_Atomic(const void *) tags[FCL_BD_BLOCKS]; /* of requests in flight */

	/*
	 * For the thread that set shared->attended: [0] while the executor sleeps, [1] while it is
	 * awake.
	 */
	struct fcl_bd_spin_stats spin_stats[2];

	pthread_mutex_t read_lock; /* guards the popping end of `ended` */
	struct fcl_bd_end ended;
	/* A thread has set shared->attended, which is for the executor only. */
	_Atomic uint32_t attended;

	/* Requests that move bytes, which the movers serve. */
	pthread_mutex_t move_lock;
	pthread_cond_t more;
	struct fcl_hal_request *moves, **last_move;
	struct fcl_bd_mover movers[FCL_BD_MOVERS];
	uint32_t nmovers;
	bool movers_end;
};

#endif
