/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_RING_CHUNK_H
#define FCL_CAPTURE_RING_CHUNK_H

#include <stddef.h>
#include <stdint.h>

/* What a ring consists of: contents, and blocks of records. */

struct fcl_ring_chunk {
	struct fcl_ring_chunk *next; /* in its bucket */
	uint64_t hash[2];
	uint64_t uses;         /* by records, and by what is being put together */
	uint64_t file, number; /* the latest file that has it, and its number there */
	uint32_t size;
	char bytes[];
};

static inline struct fcl_ring_chunk *fcl_ring_chunk_of(uint64_t number)
{
	return (struct fcl_ring_chunk *)(uintptr_t)number;
}

struct fcl_ring_block {
	struct fcl_ring_block *next;
	size_t begin, used, room;    /* those before `begin` are forgotten */
	_Alignas(8) uint8_t bytes[]; /* records */
};

#endif
