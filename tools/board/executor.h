/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_EXECUTOR_H
#define FCL_BD_EXECUTOR_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "hal/board/wire/ring.h"
#include "hal/board/wire/shared.h"
#include "hal/board/wire/socket.h"
#include "hal/include/fcl_hal.h"

/*
 * An executor opens the board for one client and runs that client's kernels, so that a faulty
 * kernel can only crash this process. Its descriptors have fixed numbers: the sockets to the board
 * process and to the client, and the memory of the rings and of the turns.
 */

enum {
	FCL_BD_EXECUTOR_FD = 3,
	FCL_BD_EXECUTOR_FDS = 4,
	FCL_BD_PROBE = 999, /* instead of a seat: only describe the board */
	FCL_BD_DEPTH = 2,   /* executions on a CU: one running, and one ready to start */
	FCL_BD_IMAGES = 32, /* number of a client's images that an executor caches */
};

struct fcl_bd_object {
	void *pointer; /* object of the underlying board; NULL: none */
	uint64_t bytes;
	uint32_t bank, packet_size;
	uint32_t next_free; /* of a free one */
	bool charged;
};

/* Objects indexed by number. Number 0 means none. */
struct fcl_bd_table {
	struct fcl_bd_object *objects;
	uint32_t size;
	uint32_t free; /* the number of the first free object; 0: none */
};

/* A client's request while the board executes it. */
struct fcl_bd_job {
	struct fcl_hal_request request; /* must be first: done() gets a pointer to it */
	struct fcl_bd_executor *executor;
	uint32_t index; /* of its block */
	_Atomic bool busy;
	/* The objects named in `request` must stay until it has ended. Set with table_lock held. */
	_Atomic bool uses;
	bool is_launch, counted;
	uint32_t cu;               /* the CU that it waits for or runs on */
	uint64_t waits_since_ns;   /* start of its wait for a turn */
	const char *waits_for;     /* for the trace; NULL: it only waits for launches of the same
				    * client */
	struct fcl_bd_job *next;   /* the next one waiting for other CUs; see turns.c */
	struct fcl_bd_job *behind; /* the next one waiting for the same CUs */
	struct fcl_bd_job *last_behind;
	unsigned char *bytes; /* a private copy of the block, as clients may modify theirs at any
			       * time */
	struct fcl_hal_arg *args;
	uint32_t room; /* bytes allocated for args */
	struct fcl_hal_buffer *svm;
};

struct fcl_bd_executor {
	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *board;
	const struct fcl_hal_info *info;
	int control, call;
	unsigned seat;
	struct fcl_bd_shared *shared;
	struct fcl_bd_turns *turns;
	struct fcl_bd_seat *own;

	pthread_mutex_t table_lock; /* guards the tables and the program */
	struct fcl_bd_table buffers, pipes;
	bool has_regions; /* shared virtual memory is in regions mapped by both sides */
	struct fcl_hal_program *program;
	struct fcl_image *image;
	/*
	 * Indexed by the client's numbers. Loading the same object again lets the board keep the
	 * image's variables.
	 */
	struct {
		uint64_t number; /* 0: none */
		struct fcl_image *image;
	} images[FCL_BD_IMAGES];

	pthread_mutex_t serve_lock; /* guards the consumer end of `submitted` */
	_Atomic bool is_serving;    /* a thread holds serve_lock, perhaps for long (watch.c) */
	struct fcl_bd_end submitted;
	struct fcl_bd_spin_stats spin_stats, turn_stats;

	pthread_mutex_t end_lock; /* guards the producer end of `ended` */
	struct fcl_bd_end ended;

	/* State of turns.c: */
	pthread_mutex_t turn_lock; /* guards the members below */
	struct fcl_bd_job *waiting;
	uint16_t *on_cu; /* number of launches on each CU */
	bool *has_stream,
		*used;       /* for each CU: it has stream ports; it has been used in this turn */
	bool *overlaps;      /* for each CU: its executions overlap, and may wait for each other */
	uint32_t begun;      /* number of launches that have started and not ended */
	uint32_t on_streams; /* number of launches on CUs with stream ports */
	uint64_t ended_ns;   /* when a launch last ended */
	uint64_t stuck_ns;   /* if no launch ends for this long, they may be waiting for others */
	uint32_t ncus, number; /* number of CUs, and the image's number */
	uint64_t *until_ns;    /* for each CU: when the turn ends if other executors wait */
	/* The token of a CU kept between two launches of one turn while others wait; NULL: none. */
	struct fcl_bd_token *_Atomic kept;
	uint64_t kept_until_ns;
	_Atomic bool
		crowded; /* others waited for the CU that was last used, or this executor waits */
	bool has_waiting;
	bool has_asked;      /* a swap to this executor's image has been requested */
	uint64_t swapped_ns; /* the last swap recorded in the trace */

	timer_t watch_timer;
	struct fcl_bd_job jobs[FCL_BD_BLOCKS];
	struct fcl_bd_packet packet, control_packet;
};

/* Ends this process. The board process forwards the message to the client. */
void fcl_bd_die(struct fcl_bd_executor *executor, const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/* Makes one call to the board process; the caller has filled in executor->control_packet. */
int fcl_bd_ask(struct fcl_bd_executor *executor, struct fcl_err *err);

/* Has the board process reopen a file of this process. Negative on failure, with errno set. */
int fcl_bd_open_again(void *executor, int fd);

#endif
