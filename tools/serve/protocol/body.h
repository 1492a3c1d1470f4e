/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_BODY_H
#define FCL_SERVE_BODY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/serve/scheduling/request.h"

/*
 * The body of a request. Bytes are copied once, from the HTTP library to memory from which the
 * board's DMA reads them: binary tensors, which follow `header` bytes of JSON, start at a page
 * boundary.
 */
struct fcl_serve_body {
	char *bytes;
	size_t size;
	void **converted; /* tensors converted from JSON; from malloc() */
	unsigned nconverted;
	const void **inputs;         /* the model's inputs, in order */
	struct fcl_serve_hold *hold; /* keeps the body itself alive */

	char *memory; /* the allocated memory */
	size_t room;  /* capacity in bytes */
	size_t pad;   /* padding before them */
	uint64_t charged;
};

/* Sets the limit for all bodies together. Call it at startup. */
void fcl_serve_bodies_limit(uint64_t bytes);

/*
 * Creates a body of `size` bytes, the first `header` of which are JSON. NULL: out of memory, or the
 * limit for all bodies is reached.
 */
struct fcl_serve_body *fcl_serve_body_create(size_t size, size_t header);

/* Releases the owner's reference. An abandoned launch may still have one. NULL is permitted. */
void fcl_serve_body_release(struct fcl_serve_body *body);

/*
 * Makes room for a model's inputs, replacing those of an earlier attempt. Returns false if out of
 * memory.
 */
bool fcl_serve_body_begin(struct fcl_serve_body *body, unsigned inputs);

/*
 * Returns false if out of memory. A body whose length was not announced grows up to `limit` bytes.
 */
bool fcl_serve_body_append(struct fcl_serve_body *body, const void *bytes, size_t size,
			   size_t limit);

/* The body is complete: returns unused room to others. */
void fcl_serve_body_complete(struct fcl_serve_body *body);

#endif
