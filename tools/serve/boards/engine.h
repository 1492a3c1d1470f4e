/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_ENGINE_H
#define FCL_SERVE_ENGINE_H

#include <pthread.h>

#include "tools/serve/boards/boards.h"
#include "tools/serve/repository/description.h"

struct fcl_serve_slot;

/*
 * Compute units that a launch uses together. Kernels that FIFOs join have an in-order queue each, so that
 * every kernel takes the launches of all slots in the same order; else a launch's data would meet
 * another's.
 */
struct fcl_serve_pipeline {
	cl_command_queue *queues; /* one a kernel */
	pthread_mutex_t lock; /* held while a launch's kernels are enqueued; guards what follows */
	pthread_cond_t judged;
	uint64_t next; /* number of the next launch */
	uint64_t done; /* launches below it have been judged */
};

/* A model on a board: its context, program, constants, and slots for launches. */
struct fcl_serve_engine {
	struct fcl_serve_board *board;
	const struct fcl_serve_description *description;
	uint64_t image; /* a key of its image: equal images share a board's compute units */
	cl_context context;
	cl_program program;
	cl_mem *constants;
	struct fcl_serve_pipeline *pipelines;
	unsigned npipelines;
	struct fcl_serve_slot **slots;
	unsigned nslots;
};

/*
 * Opens the model on a board. NULL: the board does not take the image (*ret_refused is then true, and
 * `problems` says what the driver said), or something else does not fit.
 */
struct fcl_serve_engine *fcl_serve_engine_open(struct fcl_serve_board *board,
					       const struct fcl_serve_description *description,
					       bool *ret_refused,
					       struct fcl_serve_problems *problems);

/* Nothing runs on its slots. NULL is fine. */
void fcl_serve_engine_close(struct fcl_serve_engine *engine);

/* Whether a launch of its image failed half-way on the board. */
bool fcl_serve_engine_is_broken(struct fcl_serve_engine *engine);

#endif
