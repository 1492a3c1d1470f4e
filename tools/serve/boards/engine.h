/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_ENGINE_H
#define FCL_SERVE_ENGINE_H

#include <pthread.h>

#include "tools/serve/boards/boards.h"
#include "tools/serve/repository/description.h"

struct fcl_serve_runner;

/*
 * Compute units that a launch uses together. Kernels connected by FIFOs have one in-order queue
 * each, so that all kernels process the launches of all runners in the same order; otherwise the data
 * of different launches would mix.
 */
struct fcl_serve_pipeline {
	cl_command_queue *queues; /* one for each kernel */
	pthread_mutex_t lock;     /* held while a launch's kernels are enqueued; guards the members
			       * below */
	pthread_cond_t judged;
	uint64_t next; /* number of the next launch */
	uint64_t done; /* the results of launches below this number are decided */
};

/* A model on one board: its context, program, constants, and runners for launches. */
struct fcl_serve_engine {
	struct fcl_serve_board *board;
	const struct fcl_serve_description *description;
	uint64_t image; /* identifies its image: equal images share a board's compute units */
	cl_context context;
	cl_program program;
	cl_mem *constants;
	struct fcl_serve_pipeline *pipelines;
	unsigned npipelines;
	struct fcl_serve_runner **runners;
	unsigned nrunners;
};

#endif
