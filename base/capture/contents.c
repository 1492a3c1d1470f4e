/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/contents.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/capture/chunks.h"
#include "base/capture/hash.h"
#include "base/capture/recorder.h"
#include "base/capture/team.h"
#include "base/fork.h"

enum {
	FEW = 256,
	LEVEL = 1,
	FAST = -1,   /* the level for many pieces */
	PIECES = 16, /* from so many on, other threads help, and slow compression takes too long */
	SAMPLE = 4096,
};

uint64_t fcl_box_size(const struct fcl_box *box)
{
	uint64_t size;

	if (__builtin_mul_overflow((uint64_t)box->width, box->rows, &size) ||
	    __builtin_mul_overflow(size, (uint64_t)box->slices, &size))
		return UINT64_MAX;
	return size;
}

static bool is_solid(const struct fcl_box *box)
{
	bool rows = box->rows == 1 || box->row_pitch == box->width;

	return rows && (box->slices == 1 || box->slice_pitch == box->width * box->rows);
}

/* Copies bytes from that offset on, as if there were no gaps. */
static void contents_gather(const struct fcl_box *box, uint64_t from, char *to, size_t size)
{
	uint64_t row = size ? from / box->width : 0;
	size_t column = size ? (size_t)(from % box->width) : 0;

	for (; size; row++, column = 0) {
		size_t some = box->width - column < size ? box->width - column : size;

		memcpy(to,
		       box->at + row / box->rows * box->slice_pitch +
			       row % box->rows * box->row_pitch + column,
		       some);
		to += some;
		size -= some;
	}
}

/* What a piece needs; hosts' threads may have small stacks. */
struct scratch {
	struct scratch *next;
	ZSTD_CCtx *context;
	char piece[FCL_CAPTURE_CHUNK];
	char stored[FCL_CAPTURE_CHUNK];
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

/* How many bytes there are compressed, in `stored`; `size`: not fewer. */
static size_t contents_compress(struct scratch *scratch, const char *bytes, size_t size, int level)
{
	size_t stored = size;

	if (scratch->context)
		stored = ZSTD_compressCCtx(scratch->context, scratch->stored, size, bytes, size,
					   level);
	return ZSTD_isError(stored) || stored > size ? size : stored;
}

/* zstd is only fast with contents that get much smaller, for which a sample is enough. */
static bool is_fast(struct scratch *scratch, const char *bytes, size_t size)
{
	return size <= SAMPLE ||
	       contents_compress(scratch, bytes + (size - SAMPLE) / 2, SAMPLE, FAST) <= SAMPLE / 4;
}

/* Stores a piece: compressed, if that makes it smaller. */
static uint64_t store_piece(struct scratch *scratch, const char *bytes, size_t size,
			    const uint64_t hash[2], bool many)
{
	struct fcl_capture_chunk chunk = {{hash[0], hash[1]}, (uint32_t)size, (uint32_t)size};

	if (!many || is_fast(scratch, bytes, size))
		chunk.stored = (uint32_t)contents_compress(scratch, bytes, size,
							   many ? FAST : LEVEL);
	return fcl_recorder_add_chunk(&chunk, chunk.stored < size ? scratch->stored : bytes);
}

/* --- pieces ----------------------------------------------------------------------------------- */

struct fcl_contents {
	struct fcl_team_job job;
	struct fcl_box box;
	uint64_t size;
	bool store, solid;
	atomic_bool failed;  /* memory has run out */
	uint64_t (*hash)[2]; /* of each piece; with `store`, the first number is its chunk's */
};

static size_t size_of(const struct fcl_contents *contents, size_t piece)
{
	uint64_t left = contents->size - (uint64_t)piece * FCL_CAPTURE_CHUNK;

	return left < FCL_CAPTURE_CHUNK ? (size_t)left : FCL_CAPTURE_CHUNK;
}

static void use_piece(struct fcl_contents *contents, size_t piece, struct scratch *scratch,
		      const char *bytes)
{
	size_t size = size_of(contents, piece);
	uint64_t *hash = contents->hash[piece], number;

	fcl_contents_hash(bytes, size, hash);
	if (!contents->store)
		return;
	number = fcl_recorder_find_chunk(hash);
	if (number == FCL_NO_CHUNK)
		number = fcl_recorder_is_ring() ? fcl_recorder_hold(hash, bytes, size)
						: store_piece(scratch, bytes, size, hash,
							      contents->job.pieces >= PIECES);
	hash[0] = number;
}

static void contents_run(struct fcl_team_job *job, size_t piece)
{
	struct fcl_contents *contents = (void *)job;
	uint64_t from = (uint64_t)piece * FCL_CAPTURE_CHUNK;
	struct scratch *scratch = take_scratch();

	if (!scratch) {
		contents->failed = true;
		return;
	}
	if (contents->solid) {
		use_piece(contents, piece, scratch, contents->box.at + from);
	} else {
		contents_gather(&contents->box, from, scratch->piece, size_of(contents, piece));
		use_piece(contents, piece, scratch, scratch->piece);
	}
	give_back(scratch);
}

static void contents_put(const struct fcl_contents *contents, struct fcl_body *body, unsigned index)
{
	size_t pieces = contents->job.pieces;

	if (contents->failed)
		body->failed = true;
	fcl_body_contents(body, index, contents->store ? FCL_VALUE_CHUNKS : FCL_VALUE_HASHES,
			  contents->size);
	for (size_t i = 0; contents->store && i < pieces; i++)
		fcl_body_leb(body, contents->hash[i][0]);
	if (!contents->store)
		fcl_body_raw(body, contents->hash, pieces * sizeof(*contents->hash));
}

static void contents_set(struct fcl_contents *contents, const struct fcl_box *box, bool store)
{
	contents->box = *box;
	contents->size = fcl_box_size(box);
	contents->store = store;
	contents->solid = is_solid(box);
	contents->failed = false;
	contents->job.run = contents_run;
	contents->job.pieces =
		(size_t)((contents->size + FCL_CAPTURE_CHUNK - 1) / FCL_CAPTURE_CHUNK);
}

static struct fcl_contents *begin(const struct fcl_box *box, bool store)
{
	struct fcl_contents *contents = malloc(sizeof(*contents));

	if (!contents)
		return NULL;
	contents_set(contents, box, store);
	contents->hash = calloc(contents->job.pieces, sizeof(*contents->hash));
	if (contents->hash) {
		fcl_team_begin(&contents->job);
		return contents;
	}
	free(contents);
	return NULL;
}

static bool is_plenty(const struct fcl_box *box)
{
	uint64_t size = fcl_box_size(box);

	return size != UINT64_MAX && size > (uint64_t)(PIECES - 1) * FCL_CAPTURE_CHUNK;
}

struct fcl_contents *fcl_contents_begin(const struct fcl_box *box)
{
	return is_plenty(box) ? begin(box, true) : NULL;
}

void fcl_contents_end(struct fcl_contents *contents, struct fcl_body *body, unsigned index)
{
	fcl_team_end(&contents->job);
	contents_put(contents, body, index);
	free(contents->hash);
	free(contents);
}

static void contents_put_some(struct fcl_body *body, unsigned index, const struct fcl_box *box,
			      bool store)
{
	uint64_t hash[PIECES][2];
	struct fcl_contents contents = {.hash = hash};

	contents_set(&contents, box, store);
	for (size_t i = 0; i < contents.job.pieces; i++)
		contents_run(&contents.job, i);
	contents_put(&contents, body, index);
}

void fcl_recorder_contents(struct fcl_body *body, unsigned index, const struct fcl_box *box,
			   bool store)
{
	uint64_t size = fcl_box_size(box);
	struct fcl_contents *contents;
	char few[FEW];

	if (!box->at || size == UINT64_MAX)
		return;
	if (size <= FEW) {
		contents_gather(box, 0, few, (size_t)size);
		fcl_body_bytes(body, index, few, (size_t)size);
	} else if (is_plenty(box)) {
		contents = begin(box, store);
		if (contents)
			fcl_contents_end(contents, body, index);
		else
			body->failed = true;
	} else {
		contents_put_some(body, index, box, store);
	}
}
