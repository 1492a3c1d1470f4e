/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/contents.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/capture/chunks.h"
#include "base/capture/hash.h"
#include "base/capture/recorder.h"
#include "base/fork.h"

enum { FEW = 256, LEVEL = 1 };

uint64_t fcl_box_size(const struct fcl_box *box)
{
	uint64_t size;

	if (__builtin_mul_overflow((uint64_t)box->width, box->rows, &size) ||
	    __builtin_mul_overflow(size, (uint64_t)box->slices, &size))
		return UINT64_MAX;
	return size;
}

/* Takes bytes from a box, one piece after the other. Zeroed is its beginning. */
struct cursor {
	const struct fcl_box *box;
	size_t slice, row, column;
};

static bool is_solid(const struct fcl_box *box)
{
	bool rows = box->rows == 1 || box->row_pitch == box->width;

	return rows && (box->slices == 1 || box->slice_pitch == box->width * box->rows);
}

static void contents_gather(struct cursor *cursor, char *to, size_t size)
{
	const struct fcl_box *box = cursor->box;

	while (size) {
		size_t some = box->width - cursor->column;

		some = some < size ? some : size;
		memcpy(to,
		       box->at + cursor->slice * box->slice_pitch + cursor->row * box->row_pitch +
			       cursor->column,
		       some);
		to += some;
		size -= some;
		cursor->column += some;
		if (cursor->column < box->width)
			continue;
		cursor->column = 0;
		if (++cursor->row < box->rows)
			continue;
		cursor->row = 0;
		cursor->slice++;
	}
}

/* What storing contents needs; hosts' threads may have small stacks. */
struct scratch {
	struct scratch *next;
	ZSTD_CCtx *context;
	char piece[FCL_CAPTURE_CHUNK], small[FCL_CAPTURE_CHUNK];
};

static pthread_mutex_t scratch_lock = PTHREAD_MUTEX_INITIALIZER;
static struct scratch *idle; /* guarded by scratch_lock; as many as ever were used at a time */

static struct scratch *take_scratch(void)
{
	struct scratch *scratch;

	fcl_fork_protect(&scratch_lock);
	pthread_mutex_lock(&scratch_lock);
	scratch = idle;
	if (scratch)
		idle = scratch->next;
	pthread_mutex_unlock(&scratch_lock);
	if (scratch)
		return scratch;
	scratch = malloc(sizeof(*scratch));
	if (scratch)
		scratch->context = ZSTD_createCCtx();
	return scratch;
}

static void give_back(struct scratch *scratch)
{
	pthread_mutex_lock(&scratch_lock);
	scratch->next = idle;
	idle = scratch;
	pthread_mutex_unlock(&scratch_lock);
}

/* Stores a piece: compressed, if that makes it smaller. */
static uint64_t store_piece(struct scratch *scratch, const char *bytes, size_t size,
			    const uint64_t hash[2])
{
	struct fcl_capture_chunk chunk = {.hash = {hash[0], hash[1]}, .size = (uint32_t)size};
	size_t stored = size;
	struct fcl_body body;
	bool smaller;

	if (fcl_recorder_is_ring())
		return fcl_recorder_hold(hash, bytes, size);
	if (scratch->context)
		stored = ZSTD_compressCCtx(scratch->context, scratch->small, size, bytes, size,
					   LEVEL);
	smaller = !ZSTD_isError(stored) && stored < size;
	chunk.stored = (uint32_t)(smaller ? stored : size);
	fcl_body_begin(&body);
	fcl_body_raw(&body, &chunk, sizeof(chunk));
	fcl_body_raw(&body, smaller ? scratch->small : bytes, chunk.stored);
	return fcl_recorder_add_chunk(&chunk, &body);
}

static void put_piece(struct fcl_body *body, struct scratch *scratch, const char *bytes,
		      size_t size, bool store)
{
	uint64_t hash[2], number;

	fcl_contents_hash(bytes, size, hash);
	if (!store) {
		fcl_body_raw(body, hash, sizeof(hash));
		return;
	}
	number = fcl_recorder_find_chunk(hash);
	fcl_body_leb(body,
		     number == FCL_NO_CHUNK ? store_piece(scratch, bytes, size, hash) : number);
}

static void put_pieces(struct fcl_body *body, struct scratch *scratch, const struct fcl_box *box,
		       uint64_t size, bool store)
{
	struct cursor cursor = {.box = box};
	bool solid = is_solid(box);

	for (uint64_t at = 0; at < size; at += FCL_CAPTURE_CHUNK) {
		uint64_t left = size - at;
		size_t some = left < FCL_CAPTURE_CHUNK ? (size_t)left : FCL_CAPTURE_CHUNK;

		if (!solid)
			contents_gather(&cursor, scratch->piece, some);
		put_piece(body, scratch, solid ? box->at + at : scratch->piece, some, store);
	}
}

void fcl_recorder_contents(struct fcl_body *body, unsigned index, const struct fcl_box *box,
			   bool store)
{
	struct cursor cursor = {.box = box};
	uint64_t size = fcl_box_size(box);
	struct scratch *scratch;
	char few[FEW];

	if (!box->at || size == UINT64_MAX)
		return;
	if (size <= FEW) {
		contents_gather(&cursor, few, (size_t)size);
		fcl_body_bytes(body, index, few, (size_t)size);
		return;
	}
	scratch = take_scratch();
	if (!scratch) {
		body->failed = true;
		return;
	}
	fcl_body_contents(body, index, store ? FCL_VALUE_CHUNKS : FCL_VALUE_HASHES, size);
	put_pieces(body, scratch, box, size, store);
	give_back(scratch);
}
