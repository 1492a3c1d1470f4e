/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/chunks.h"

#include <stdlib.h>
#include <string.h>

void fcl_chunks_free(struct fcl_chunks *chunks)
{
	free(chunks->slots);
	memset(chunks, 0, sizeof(*chunks));
}

/* The slot with that hash, or the free one where it belongs. */
static struct fcl_chunk_slot *chunks_slot_of(const struct fcl_chunks *chunks,
					     const uint64_t hash[2])
{
	size_t at = hash[0] & (chunks->room - 1);

	while (chunks->slots[at].number &&
	       (chunks->slots[at].hash[0] != hash[0] || chunks->slots[at].hash[1] != hash[1]))
		at = (at + 1) & (chunks->room - 1);
	return &chunks->slots[at];
}

uint64_t fcl_chunks_find(const struct fcl_chunks *chunks, const uint64_t hash[2])
{
	const struct fcl_chunk_slot *slot = chunks->room ? chunks_slot_of(chunks, hash) : NULL;

	return slot && slot->number ? slot->number - 1 : FCL_NO_CHUNK;
}

static int chunks_grow(struct fcl_chunks *chunks)
{
	struct fcl_chunks more = {.room = chunks->room ? chunks->room * 2 : 1024};

	more.slots = calloc(more.room, sizeof(*more.slots));
	if (!more.slots)
		return -1;
	for (size_t i = 0; i < chunks->room; i++)
		if (chunks->slots[i].number)
			*chunks_slot_of(&more, chunks->slots[i].hash) = chunks->slots[i];
	more.count = chunks->count;
	free(chunks->slots);
	*chunks = more;
	return 0;
}

bool fcl_chunks_add(struct fcl_chunks *chunks, const uint64_t hash[2], uint64_t number)
{
	struct fcl_chunk_slot *slot;

	if (chunks->count * 2 >= chunks->room && chunks_grow(chunks))
		return false;
	slot = chunks_slot_of(chunks, hash);
	chunks->count += !slot->number;
	memcpy(slot->hash, hash, sizeof(slot->hash));
	slot->number = number + 1;
	return true;
}
