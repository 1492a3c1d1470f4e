/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_BOARDS_H
#define FCL_SERVE_BOARDS_H

#include <CL/cl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/err.h"
#include "tools/serve/boards/turns.h"

enum { FCL_SERVE_BOARDS = 64 }; /* as many as a mask has bits */

/* An accelerator of any OpenCL platform. */
struct fcl_serve_board {
	cl_platform_id platform;
	cl_device_id device;
	unsigned index;
	char name[128];
	atomic_bool lost;         /* it is gone, and what was on it */
	_Atomic uint64_t returns; /* how often it came back */
	struct fcl_serve_turns turns;
	pthread_mutex_t lock; /* guards said */
	pthread_cond_t some;
	char said[512]; /* what its driver reported last, empty: nothing */
};

struct fcl_serve_boards {
	struct fcl_serve_board boards[FCL_SERVE_BOARDS];
	unsigned count;
};

/* Finds all accelerators. -ENODEV: there is none. */
int fcl_serve_boards_find(struct fcl_serve_boards *boards, struct fcl_err *err);

/* Whether the board can be used, as its driver says now; false from then on, until it is recovered. */
bool fcl_serve_board_works(struct fcl_serve_board *board);

/*
 * Asks the driver whether a lost board is back, and takes it again if nothing of ours is left on it
 * (`is_free`). A driver may have to be asked before launches there end. May take as long as the
 * driver's own attempt.
 */
bool fcl_serve_board_recover(struct fcl_serve_board *board, bool is_free);

/*
 * For clCreateContext(), with the board as its data: keeps what the driver reports. Drivers may call it
 * after the context's end, so boards live as long as the process.
 */
void CL_CALLBACK fcl_serve_board_report(const char *text, const void *data, size_t size,
					void *board);

/* Forgets what the driver has said. */
void fcl_serve_board_hush(struct fcl_serve_board *board);

/*
 * After a failure: copies what the driver said, for which it waits a moment, since drivers report on
 * threads of their own. Empty: nothing.
 */
void fcl_serve_board_said(struct fcl_serve_board *board, char *ret_text, size_t size);

/* How many are not lost, as far as is known. */
unsigned fcl_serve_boards_left(const struct fcl_serve_boards *boards);

#endif
