/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_EXECUTOR_H
#define FCL_BD_EXECUTOR_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "hal/board/wire/ring.h"
#include "hal/board/wire/shared.h"
#include "hal/board/wire/socket.h"
#include "hal/include/fcl_hal.h"

/*
 * An executor opens the board for one client and runs the client's kernels: a wild kernel ends this process
 * and nothing else. Its descriptors have fixed numbers: the sockets to the board process and to the client,
 * the memory of the rings and that of the turns.
 */

enum {
	FCL_BD_EXECUTOR_FD = 3,
	FCL_BD_EXECUTOR_FDS = 4,
	FCL_BD_PROBE = 999, /* in place of a seat: describe the board, no more */
	FCL_BD_DEPTH = 2,   /* executions on a CU at once: one that runs and one that is ready */
	FCL_BD_IMAGES = 32, /* of a client, that an executor remembers */
};

struct fcl_bd_object {
	void *pointer; /* of the board below; NULL: none */
	uint64_t bytes;
	uint32_t bank, packet_size;
	bool charged;
};

/* Objects by number; number 0 is none. */
struct fcl_bd_table {
	struct fcl_bd_object *objects;
	uint32_t size, first_free;
};

/* A request of the client's, while the board has it. */
struct fcl_bd_job {
	struct fcl_hal_request request; /* first: done() gets a pointer to it */
	struct fcl_bd_executor *executor;
	uint32_t index; /* of its block */
	_Atomic bool busy;
	/* `request` names objects, which stay until it has ended; set with the lock of the tables held. */
	_Atomic bool uses;
	bool is_launch, counted;
	uint32_t cu;               /* that its turn is for */
	uint64_t waits_since_ns;   /* for a turn */
	const char *waits_for;     /* for the trace; NULL: only for launches of the same client */
	struct fcl_bd_job *next;   /* the next that waits for other CUs; see turns.c */
	struct fcl_bd_job *behind; /* the next that waits for the same CUs */
	struct fcl_bd_job *last_behind;
	unsigned char *bytes; /* a copy of the block: clients may change theirs at any time */
	struct fcl_hal_arg *args;
	uint32_t room; /* for args */
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
	bool has_regions; /* for shared virtual memory */
	struct fcl_hal_program *program;
	struct fcl_image *image;
	/*
	 * By the client's numbers: an image that is loaded again is the same to the board, which may
	 * keep variables of it.
	 */
	struct {
		uint64_t number; /* 0: none */
		struct fcl_image *image;
	} images[FCL_BD_IMAGES];

	pthread_mutex_t serve_lock; /* guards the popper's end of `submitted` */
	struct fcl_bd_hope hope, turn_hope;

	pthread_mutex_t end_lock; /* guards the pusher's end of `ended` */

	/* turns.c */
	pthread_mutex_t turn_lock; /* guards what follows */
	struct fcl_bd_job *waiting;
	uint16_t *on_cu;         /* launches on each CU */
	bool *has_stream, *used; /* by CU: it has stream ports; it was used in this turn */
	bool *overlaps;          /* its executions overlap, and may wait for each other */
	uint32_t begun;          /* launches, that have not ended */
	uint32_t on_streams;     /* launches on CUs with stream ports */
	uint64_t ended_ns;       /* when a launch has ended last */
	uint64_t stuck_ns;       /* launches of which none ends for so long may wait for others */
	uint32_t ncus, number;   /* of the image */
	uint64_t *until_ns;      /* by CU: when the turn ends, if others wait */
	/* A CU between two launches of one turn, on which others wait; NULL: none. */
	struct fcl_bd_token *_Atomic kept;
	uint64_t kept_until_ns;
	_Atomic bool crowded; /* others wanted the CU that was last used, or this executor waits */
	bool has_waiting;
	bool has_asked;      /* for the image's turn */
	uint64_t swapped_ns; /* the last swap that the trace has */

	struct fcl_bd_job jobs[FCL_BD_BLOCKS];
	struct fcl_bd_packet packet, control_packet;
};

/* Runs an executor; never returns while its client and the board process live. */
int fcl_bd_execute(const char *spec, unsigned seat, int parent);

/* Ends this process; the board process forwards the message. */
void fcl_bd_die(struct fcl_bd_executor *executor, const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/* One call to the board process, in executor->control_packet; the caller has set its numbers. */
int fcl_bd_ask(struct fcl_bd_executor *executor, struct fcl_err *err);

/* Has the board process open a file of this process once more. Negative: errno says why not. */
int fcl_bd_open_again(void *executor, int fd);

#endif
