/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_REQUEST_H
#define FCL_SERVE_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

struct fcl_serve_memory;
struct fcl_serve_model;

enum fcl_serve_outcome {
	FCL_SERVE_OK,
	FCL_SERVE_EXPIRED,  /* its deadline passed while it was waiting */
	FCL_SERVE_NO_BOARD, /* no board is left to run it */
	FCL_SERVE_FAILED,   /* it failed on every board that tried it */
};

enum { FCL_SERVE_PRIORITIES = 8, FCL_SERVE_PRIORITY = 3 }; /* as in RFC 9218: 0 comes first */

/*
 * An inference request in a model's queue. Its owner must keep it and its tensors until `done` has
 * been called, once, on any thread and with no lock held. An abandoned launch may read the inputs
 * even later, so they belong to `memory`, to which launches keep references.
 */
struct fcl_serve_request {
	const void **inputs; /* the model's inputs in order, items * item_size bytes each */
	int64_t items;
	unsigned priority;
	uint64_t deadline; /* CLOCK_MONOTONIC, ns; 0: none */
	struct fcl_serve_memory *memory;
	void (*done)(struct fcl_serve_request *request);
	void *data; /* for the owner */

	/* Guarded by the model's lock from fcl_serve_queue_push() until done() is called. */
	struct fcl_serve_request *next;
	uint64_t arrived, rank;
	unsigned attempt; /* number of the current attempt */
	unsigned tries;   /* number of failed launches */
	uint64_t avoid;   /* boards on which it has failed */
	bool queued;

	/* Set when done() is called. */
	enum fcl_serve_outcome outcome;
	int status;    /* OpenCL status if it failed */
	char *outputs; /* the model's outputs, at fcl_serve_output_offset() */
	uint64_t queue_ns, run_ns;
};

#endif
