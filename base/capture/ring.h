/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_RING_H
#define FCL_CAPTURE_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/capture/values.h"
#include "base/err.h"

/*
 * The last records of a run in memory, within a bound. The oldest ones are forgotten; what
 * their calls have left is kept by `struct fcl_ring_past`, so that the rest can be repeated. Contents are in memory once, uncompressed, as long as a record uses them; a record in
 * memory has their addresses in place of the chunks' numbers. Not thread safe: the recorder's lock.
 */

/* A record in memory; its body follows. `zero` is 1 if it has chunks. */
typedef struct fcl_capture_record fcl_ring_record;

struct fcl_ring_chunk;
struct fcl_ring_writer;

/* What the forgotten calls have left. */
struct fcl_ring_past {
	/* A call is forgotten; a result is. The record is valid until settle(). */
	void (*call)(const fcl_ring_record *record, uint64_t number);
	void (*result)(const fcl_ring_record *record, uint64_t call, int32_t status);
	/* What the command of that call has given the host is forgotten, so it has ended. */
	void (*ended)(uint64_t call);
	/* Whether all forgotten launches have ended: the rest can be repeated without them. */
	bool (*idle)(void);
	void (*settle)(void);
	/* How many bytes it keeps, without contents. */
	size_t (*size)(void);
	/* Frees some contents, which are unknown then; false: there are none. */
	bool (*shed)(void);
	/* Writes calls that lead to the same state. Allocates nothing, and takes no locks. */
	void (*write)(struct fcl_ring_writer *writer);
	void (*forget)(void);
};

struct fcl_ring {
	uint64_t bound;
	uint64_t size; /* of blocks and contents */
	struct fcl_ring_block *first, *last;
	struct fcl_ring_block *always; /* records that are no calls, the latest block first */
	uint64_t first_call;           /* the number of the first one that is not forgotten */
	uint64_t largest;              /* record, in bytes */
	struct fcl_ring_chunk **buckets;
	size_t nbuckets, nchunks;
	uint64_t files; /* how many were written */
	const struct fcl_ring_past *past;
};

/* `past` is valid as long as the ring. */
void fcl_ring_begin(struct fcl_ring *ring, uint64_t bound, const struct fcl_ring_past *past);
void fcl_ring_free(struct fcl_ring *ring);

/* False: memory has run out. */
bool fcl_ring_append(struct fcl_ring *ring, const struct fcl_capture_record *record,
		     const struct fcl_body *body);

/* The number of contents that are there, or FCL_NO_CHUNK; the record that will have it uses them. */
uint64_t fcl_ring_find(struct fcl_ring *ring, const uint64_t hash[2]);
/* Contents that are not there yet, from malloc(); needs no lock. NULL: memory has run out. */
struct fcl_ring_chunk *fcl_ring_chunk_make(const uint64_t hash[2], const void *bytes, size_t size);
/* Takes them. FCL_NO_CHUNK: memory has run out, and they remain the caller's. */
uint64_t fcl_ring_add(struct fcl_ring *ring, struct fcl_ring_chunk *chunk);

/* A copy of a record, which uses the same contents; NULL: memory has run out. */
fcl_ring_record *fcl_ring_copy(struct fcl_ring *ring, const fcl_ring_record *record);
/* The same for a record that is put together from other's values. */
fcl_ring_record *fcl_ring_make(struct fcl_ring *ring, const struct fcl_capture_record *head,
			       const struct fcl_body *body);
/* Frees a copy; contents that nothing else uses are freed, too. */
void fcl_ring_drop(struct fcl_ring *ring, fcl_ring_record *record);

#endif
