/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/ring.h"

#include <stdlib.h>
#include <string.h>

#include "base/capture/chunks.h"
#include "base/capture/ring_chunk.h"

enum { BLOCK = 256 << 10 };

void fcl_ring_begin(struct fcl_ring *ring, uint64_t bound, const struct fcl_ring_past *past)
{
	memset(ring, 0, sizeof(*ring));
	ring->bound = bound;
	ring->past = past;
}

static void ring_free_blocks(struct fcl_ring_block *block)
{
	while (block) {
		struct fcl_ring_block *next = block->next;

		free(block);
		block = next;
	}
}

void fcl_ring_free(struct fcl_ring *ring)
{
	if (ring->past)
		ring->past->forget();
	ring_free_blocks(ring->first);
	ring_free_blocks(ring->always);
	for (size_t i = 0; i < ring->nbuckets; i++)
		for (struct fcl_ring_chunk *chunk = ring->buckets[i], *next; chunk; chunk = next) {
			next = chunk->next;
			free(chunk);
		}
	free(ring->buckets);
	memset(ring, 0, sizeof(*ring));
}

/* --- contents --------------------------------------------------------------------------------- */

static struct fcl_ring_chunk **chunk_bucket(const struct fcl_ring *ring, const uint64_t hash[2])
{
	return &ring->buckets[hash[0] & (ring->nbuckets - 1)];
}

static bool ring_grow_buckets(struct fcl_ring *ring)
{
	struct fcl_ring more = {.nbuckets = ring->nbuckets ? ring->nbuckets * 2 : 1024};

	more.buckets = calloc(more.nbuckets, sizeof(struct fcl_ring_chunk *));
	if (!more.buckets)
		return false;
	for (size_t i = 0; i < ring->nbuckets; i++)
		for (struct fcl_ring_chunk *chunk = ring->buckets[i], *next; chunk; chunk = next) {
			struct fcl_ring_chunk **bucket = chunk_bucket(&more, chunk->hash);

			next = chunk->next;
			chunk->next = *bucket;
			*bucket = chunk;
		}
	free(ring->buckets);
	ring->buckets = more.buckets;
	ring->nbuckets = more.nbuckets;
	return true;
}

uint64_t fcl_ring_find(struct fcl_ring *ring, const uint64_t hash[2])
{
	struct fcl_ring_chunk *chunk = ring->nbuckets ? *chunk_bucket(ring, hash) : NULL;

	while (chunk && (chunk->hash[0] != hash[0] || chunk->hash[1] != hash[1]))
		chunk = chunk->next;
	if (!chunk)
		return FCL_NO_CHUNK;
	chunk->uses++;
	return (uintptr_t)chunk;
}

struct fcl_ring_chunk *fcl_ring_chunk_make(const uint64_t hash[2], const void *bytes, size_t size)
{
	struct fcl_ring_chunk *chunk = malloc(sizeof(*chunk) + size);

	if (!chunk)
		return NULL;
	*chunk = (struct fcl_ring_chunk){
		.hash = {hash[0], hash[1]}, .uses = 1, .size = (uint32_t)size};
	memcpy(chunk->bytes, bytes, size);
	return chunk;
}

uint64_t fcl_ring_add(struct fcl_ring *ring, struct fcl_ring_chunk *chunk)
{
	struct fcl_ring_chunk **bucket;

	if (ring->nchunks >= ring->nbuckets && !ring_grow_buckets(ring))
		return FCL_NO_CHUNK;
	bucket = chunk_bucket(ring, chunk->hash);
	chunk->next = *bucket;
	*bucket = chunk;
	ring->nchunks++;
	ring->size += sizeof(*chunk) + chunk->size;
	return (uintptr_t)chunk;
}

static void chunk_unref(struct fcl_ring *ring, struct fcl_ring_chunk *chunk)
{
	struct fcl_ring_chunk **at;

	if (--chunk->uses)
		return;
	at = chunk_bucket(ring, chunk->hash);
	while (*at != chunk)
		at = &(*at)->next;
	*at = chunk->next;
	ring->nchunks--;
	ring->size -= sizeof(*chunk) + chunk->size;
	free(chunk);
}

/* One use more of the record's contents, or one less. */
static void ring_count_uses(struct fcl_ring *ring, const fcl_ring_record *record, bool more)
{
	const uint8_t *at = (const uint8_t *)(record + 1), *item;
	const uint8_t *end = (const uint8_t *)record + record->size;
	struct fcl_value_head head;
	struct fcl_value value;
	bool bad = false;
	uint64_t number;

	if (!record->zero || !fcl_value_head(record->kind, &at, end, &head))
		return;
	while (fcl_value_next(&at, end, &value, &bad)) {
		item = value.bytes;
		if (value.type != FCL_VALUE_CHUNKS)
			continue;
		while (item < value.bytes + value.size &&
		       fcl_value_leb(&item, value.bytes + value.size, &number))
			if (more)
				fcl_ring_chunk_of(number)->uses++;
			else
				chunk_unref(ring, fcl_ring_chunk_of(number));
	}
}

/* --- records ---------------------------------------------------------------------------------- */

static void put_record(uint8_t *at, const struct fcl_capture_record *record,
		       const struct fcl_body *body)
{
	memcpy(at, record, sizeof(*record));
	memcpy(at + sizeof(*record), body->bytes, body->size);
	((fcl_ring_record *)(void *)at)->zero = body->chunks;
}

fcl_ring_record *fcl_ring_make(struct fcl_ring *ring, const struct fcl_capture_record *head,
			       const struct fcl_body *body)
{
	struct fcl_capture_record record = *head;
	fcl_ring_record *made;

	record.size = (uint32_t)(sizeof(record) + body->size);
	made = body->failed ? NULL : malloc(record.size);
	if (!made)
		return NULL;
	put_record((uint8_t *)made, &record, body);
	ring_count_uses(ring, made, true);
	return made;
}

fcl_ring_record *fcl_ring_copy(struct fcl_ring *ring, const fcl_ring_record *record)
{
	fcl_ring_record *copy = malloc(record->size);

	if (!copy)
		return NULL;
	memcpy(copy, record, record->size);
	ring_count_uses(ring, copy, true);
	return copy;
}

void fcl_ring_drop(struct fcl_ring *ring, fcl_ring_record *record)
{
	if (!record)
		return;
	ring_count_uses(ring, record, false);
	free(record);
}

static void ring_forget_record(struct fcl_ring *ring, const fcl_ring_record *record)
{
	const uint8_t *at = (const uint8_t *)(record + 1);
	struct fcl_value_head head;

	if (record->kind == FCL_CAPTURE_CALL)
		ring->past->call(record, ring->first_call++);
	else if (!fcl_value_head(record->kind, &at, (const uint8_t *)record + record->size, &head))
		return;
	else if (record->kind == FCL_CAPTURE_RESULT)
		ring->past->result(record, head.call, (int32_t)(uint32_t)head.status);
	else if (record->kind == FCL_CAPTURE_READBACK)
		ring->past->ended(head.call);
}

/* The first block is read to its end. Results of its calls may follow, so what is open is copied. */
static void ring_free_first(struct fcl_ring *ring)
{
	struct fcl_ring_block *block = ring->first;

	ring->past->settle();
	ring->first = block->next;
	if (!ring->first)
		ring->last = NULL;
	ring->size -= sizeof(*block) + block->room;
	free(block);
}

static void ring_forget_one(struct fcl_ring *ring)
{
	struct fcl_ring_block *block = ring->first;
	const fcl_ring_record *record = (const void *)(block->bytes + block->begin);

	if (block->begin < block->used) {
		ring_forget_record(ring, record);
		ring_count_uses(ring, record, false);
		block->begin += record->size;
	}
	if (block->begin == block->used)
		ring_free_first(ring);
}

static struct fcl_ring_block *block_create(struct fcl_ring *ring, size_t least)
{
	size_t room = least > BLOCK ? least : BLOCK;
	struct fcl_ring_block *block = malloc(sizeof(*block) + room);

	if (!block)
		return NULL;
	block->next = NULL;
	block->begin = block->used = 0;
	block->room = room;
	ring->size += sizeof(*block) + room;
	return block;
}

/* A launch that is forgotten may have been for one that is not: up to a quarter more goes with it. */
static void ring_make_room(struct fcl_ring *ring)
{
	while (ring->size + ring->past->size() > ring->bound && ring->first)
		ring_forget_one(ring);
	while (!ring->past->idle() && ring->first && ring->size > ring->bound / 4 * 3)
		ring_forget_one(ring);
	while (ring->size + ring->past->size() > ring->bound && ring->past->shed())
		;
}

static struct fcl_ring_block *ring_block_for(struct fcl_ring *ring, unsigned kind, size_t size)
{
	bool call = kind == FCL_CAPTURE_CALL || kind == FCL_CAPTURE_RESULT ||
		    kind == FCL_CAPTURE_READBACK;
	struct fcl_ring_block *block = call ? ring->last : ring->always;

	if (block && block->room - block->used >= size)
		return block;
	if (call)
		ring_make_room(ring);
	block = block_create(ring, size);
	if (!block)
		return NULL;
	if (!call) {
		block->next = ring->always;
		ring->always = block;
		return block;
	}
	if (ring->last)
		ring->last->next = block;
	else
		ring->first = block;
	ring->last = block;
	return block;
}

bool fcl_ring_append(struct fcl_ring *ring, const struct fcl_capture_record *record,
		     const struct fcl_body *body)
{
	struct fcl_ring_block *block = ring_block_for(ring, record->kind, record->size);

	if (!block)
		return false;
	put_record(block->bytes + block->used, record, body);
	block->used += record->size;
	if (record->size > ring->largest)
		ring->largest = record->size;
	if (body->chunks && ring->size > ring->bound)
		ring_make_room(ring);
	return true;
}
