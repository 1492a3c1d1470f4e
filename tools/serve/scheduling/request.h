/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_REQUEST_H
#define FCL_SERVE_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

struct fcl_serve_hold;
struct fcl_serve_model;

enum fcl_serve_outcome {
	FCL_SERVE_OK,
	FCL_SERVE_EXPIRED,  /* its deadline passed while it waited */
	FCL_SERVE_NO_BOARD, /* no board is left that could run it */
	FCL_SERVE_FAILED,   /* it failed on every board that tried */
};

enum { FCL_SERVE_PRIORITIES = 8, FCL_SERVE_PRIORITY = 3 }; /* as in RFC 9218: 0 comes first */

/*
 * An inference request on its way through a model's queue. Its owner keeps it and its tensors until
 * `done` is called, once, on any thread and with no lock held. A launch that was given up may read the
 * inputs even later, so they belong to `hold`, which launches keep references to.
 */
struct fcl_serve_request {
	const void **inputs; /* the model's inputs in order; items * item_size bytes each */
	int64_t items;
	unsigned priority;
	uint64_t deadline; /* CLOCK_MONOTONIC ns; 0: none */
	struct fcl_serve_hold *hold;
	void (*done)(struct fcl_serve_request *request);
	void *data; /* of the owner */

	/* Under the model's lock from fcl_serve_queue_push() until done. */
	struct fcl_serve_request *next;
	uint64_t arrived, rank;
	unsigned attempt; /* number of the launch that counts */
	unsigned tries;   /* launches that failed */
	uint64_t avoid;   /* boards that failed */
	bool queued;

	/* When done. */
	enum fcl_serve_outcome outcome;
	int status;    /* of OpenCL, if it failed */
	char *outputs; /* the model's outputs one after another, at fcl_serve_output_offset() */
	uint64_t queue_ns, run_ns;
};

#endif
