/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_CHUNKS_H
#define FCL_CAPTURE_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which chunks a capture has stored: their numbers by hash. Zeroed is a valid empty one. */
struct fcl_chunks {
	struct fcl_chunk_slot {
		uint64_t hash[2], number; /* the number + 1; 0: the slot is free */
	} * slots;
	size_t room; /* a power of two, or 0 */
	uint64_t count;
};

#define FCL_NO_CHUNK UINT64_MAX

void fcl_chunks_free(struct fcl_chunks *chunks);

/* FCL_NO_CHUNK: there is none. */
uint64_t fcl_chunks_find(const struct fcl_chunks *chunks, const uint64_t hash[2]);
/* False: memory has run out. */
bool fcl_chunks_add(struct fcl_chunks *chunks, const uint64_t hash[2], uint64_t number);

#endif
