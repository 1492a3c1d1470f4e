/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_BODY_H
#define FCL_SERVE_BODY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/serve/scheduling/request.h"

/*
 * What a client sends. Bytes are copied once, from the HTTP library to where the board's DMA reads them:
 * the binary tensors, which begin after `header` bytes of JSON, begin on a page.
 */
struct fcl_serve_body {
	char *bytes;
	size_t size;
	void **converted; /* tensors that came as JSON; from malloc() */
	unsigned nconverted;
	const void **inputs;         /* the model's inputs, in its order */
	struct fcl_serve_hold *hold; /* of the body itself */

	char *memory; /* what the bytes are in */
	size_t room;  /* for bytes */
	size_t pad;   /* before them */
	uint64_t charged;
};

/* All bodies together take at most so much; at the start. */
void fcl_serve_bodies_limit(uint64_t bytes);

/*
 * With room for `size` bytes, of which `header` are JSON. NULL: out of memory, or of the bytes that all
 * bodies may take.
 */
struct fcl_serve_body *fcl_serve_body_create(size_t size, size_t header);

/* Gives up the owner's reference; a launch that was given up may have another. NULL is fine. */
void fcl_serve_body_release(struct fcl_serve_body *body);

/* Room for a model's inputs, in place of those of another try. False: out of memory. */
bool fcl_serve_body_begin(struct fcl_serve_body *body, unsigned inputs);

/* False: no memory. A body whose length was not announced grows, up to `limit` bytes. */
bool fcl_serve_body_append(struct fcl_serve_body *body, const void *bytes, size_t size,
			   size_t limit);

/* The whole body is there: others may have the room that is left. */
void fcl_serve_body_complete(struct fcl_serve_body *body);

#endif
