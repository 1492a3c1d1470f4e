/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_BOARDS_H
#define FCL_SERVE_BOARDS_H

#include <CL/cl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/err.h"
#include "tools/serve/boards/turns.h"

enum { FCL_SERVE_BOARDS = 64 }; /* number of bits in a mask of boards */

/* An accelerator device of any OpenCL platform. */
struct fcl_serve_board {
	cl_platform_id platform;
	cl_device_id device;
	unsigned index;
	char name[256];           /* as in FPGACL_DEVICES; unique */
	atomic_bool lost;         /* the board is gone, with everything on it */
	_Atomic uint64_t returns; /* how often it has come back */
	struct fcl_serve_turns turns;
	pthread_mutex_t lock; /* guards `said` */
	pthread_cond_t some;
	char said[512]; /* the driver's last report; empty: none */
};

struct fcl_serve_boards {
	struct fcl_serve_board boards[FCL_SERVE_BOARDS];
	unsigned count;
};

/* Finds all accelerators. Returns -ENODEV if there is none. */
int fcl_serve_boards_find(struct fcl_serve_boards *boards, struct fcl_err *err);

/*
 * Asks the driver whether the board can be used. Once false, it stays false until the board is
 * recovered.
 */
bool fcl_serve_board_works(struct fcl_serve_board *board);

/*
 * Asks the driver whether a lost board is back, and takes it into use again if nothing of ours is
 * left on it (`is_free`). A driver may have to be asked before launches there end. May block for as
 * long as the driver tries.
 */
bool fcl_serve_board_recover(struct fcl_serve_board *board, bool is_free);

/*
 * Callback for clCreateContext(), with the board as its data: stores the driver's report. Drivers
 * may call it even after the context has been released, so boards live as long as the process.
 */
void CL_CALLBACK fcl_serve_board_report(const char *text, const void *data, size_t size,
					void *board);

/* Clears the driver's report. */
void fcl_serve_board_clear_report(struct fcl_serve_board *board);

/*
 * Copies the driver's report after a failure. Waits a moment for it, because drivers report on
 * their own threads. Empty if there is none.
 */
void fcl_serve_board_get_report(struct fcl_serve_board *board, char *ret_text, size_t size);

/* The number of boards that are not known to be lost. */
unsigned fcl_serve_boards_left(const struct fcl_serve_boards *boards);

#endif
