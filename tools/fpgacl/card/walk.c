/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/card/walk.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { FIRST_STEP = 4096, PLACES = 66 };

struct places {
	const struct fcl_walk *walk;
	uint64_t offsets[PLACES];
	unsigned count, marked;
	unsigned char before[PLACES][FCL_WALK_BYTES];
};

static void find_places(struct places *places)
{
	uint64_t size = places->walk->size;

	for (uint64_t at = FIRST_STEP; at && at < size - FCL_WALK_BYTES; at *= 2)
		places->offsets[1 + places->count++] = at;
	places->count++;
	places->offsets[places->count++] = size - FCL_WALK_BYTES;
}

/* Different in every word, and at every place. */
static void make_mark(uint64_t offset, unsigned char bytes[FCL_WALK_BYTES])
{
	uint64_t state = offset ^ 0x9e3779b97f4a7c15;

	for (unsigned i = 0; i < FCL_WALK_BYTES; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		bytes[i] = (unsigned char)(state >> 56);
	}
}

static int walk_move(const struct places *places, bool writes, uint64_t offset, void *bytes,
		     struct fcl_err *err)
{
	return places->walk->move(places->walk->user, writes, offset, bytes, err);
}

static int walk_compare(const struct places *places, uint64_t offset, bool *ret_same,
			struct fcl_err *err)
{
	unsigned char expected[FCL_WALK_BYTES], found[FCL_WALK_BYTES];
	int error = walk_move(places, false, offset, found, err);

	make_mark(offset, expected);
	*ret_same = !error && !memcmp(expected, found, sizeof(found));
	return error;
}

/* Marks the next place, and looks whether that has changed the first one. */
static int walk_mark(struct places *places, uint64_t *ret_size, struct fcl_err *err)
{
	uint64_t offset = places->offsets[places->marked];
	unsigned char bytes[FCL_WALK_BYTES];
	bool same = true;
	int error = walk_move(places, false, offset, places->before[places->marked], err);

	if (error)
		return error;
	places->marked++;
	make_mark(offset, bytes);
	error = walk_move(places, true, offset, bytes, err);
	if (!error)
		error = walk_compare(places, offset, &same, err);
	if (!error && !same)
		return fcl_err_set(err, -EINVAL,
				   "expected what was written at 0x%" PRIx64 ", found other bytes",
				   offset);
	if (!error)
		error = walk_compare(places, 0, &same, err);
	if (error || same)
		return error;
	*ret_size = offset;
	return fcl_err_set(err, -EINVAL,
			   "expected 0x%" PRIx64 " bytes, found 0x%" PRIx64
			   ": what is written behind them is at the beginning",
			   places->walk->size, offset);
}

static int walk_check_all(const struct places *places, struct fcl_err *err)
{
	int error = 0;

	for (unsigned i = 0; i < places->count && !error; i++) {
		bool same;

		error = walk_compare(places, places->offsets[i], &same, err);
		if (!error && !same)
			error = fcl_err_set(err, -EINVAL,
					    "expected what was written at 0x%" PRIx64
					    ", found what was written elsewhere later",
					    places->offsets[i]);
	}
	return error;
}

int fcl_walk(const struct fcl_walk *walk, uint64_t *ret_size, struct fcl_err *err)
{
	struct places places = {.walk = walk};
	struct fcl_err ignored;
	int error = 0;

	*ret_size = 0;
	if (walk->size < 2 * FCL_WALK_BYTES)
		return fcl_err_set(err, -EINVAL, "expected at least 128 bytes, found 0x%" PRIx64,
				   walk->size);
	find_places(&places);
	while (!error && places.marked < places.count)
		error = walk_mark(&places, ret_size, err);
	if (!error)
		error = walk_check_all(&places, err);
	/* Backwards, as two places may be the same. */
	while (places.marked--)
		walk_move(&places, true, places.offsets[places.marked],
			  places.before[places.marked], error ? &ignored : err);
	return error;
}
