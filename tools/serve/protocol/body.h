/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_BODY_H
#define FCL_SERVE_BODY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/serve/scheduling/request.h"

struct fcl_serve_peer;

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
	uint64_t beside;     /* bytes of tensors that are charged beside those of the body */
	const void **inputs; /* the model's inputs, in order */
	struct fcl_serve_memory *shared; /* keeps the body itself alive */

	char *memory; /* the allocated memory */
	size_t room;  /* capacity in bytes */
	size_t pad;   /* padding before them */
	size_t largest;
	struct fcl_serve_peer *peer; /* whose share `size` counts towards; NULL: unknown */
};

/* Sets the limit for all bodies together. Call it at startup. */
void fcl_serve_bodies_limit(uint64_t bytes);

/* For memory of requests that is not a body's. False: the limit is reached. */
bool fcl_serve_bodies_charge(uint64_t bytes);
void fcl_serve_bodies_uncharge(uint64_t bytes);

/*
 * Creates a body that may get `largest` bytes, the first `header` of which are JSON. They count
 * towards the limit, and towards the peer's share, as they arrive. NULL: out of memory.
 */
struct fcl_serve_body *fcl_serve_body_create(size_t largest, size_t header,
					     struct fcl_serve_peer *peer);

/* Releases the owner's reference. An abandoned launch may still have one. NULL is permitted. */
void fcl_serve_body_release(struct fcl_serve_body *body);

/*
 * Makes room for a model's inputs, replacing those of an earlier attempt. Returns false if out of
 * memory.
 */
bool fcl_serve_body_begin(struct fcl_serve_body *body, unsigned inputs);

/*
 * Charges memory for tensors that are not part of the body, until the body is released or a model's
 * inputs are replaced. Returns false if a limit is reached.
 */
bool fcl_serve_body_charge(struct fcl_serve_body *body, uint64_t bytes);

/* Returns false if out of memory, or if the limit for all bodies or for the peer's is reached. */
bool fcl_serve_body_append(struct fcl_serve_body *body, const void *bytes, size_t size);

#endif
