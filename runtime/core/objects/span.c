/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/span.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 4 };

int fcl_span_init(struct fcl_mem *root, uint64_t valid)
{
	root->spans = malloc(FIRST_ROOM * sizeof(struct fcl_span));
	if (!root->spans)
		return -ENOMEM;
	root->span_room = FIRST_ROOM;
	root->nspans = 1;
	root->spans[0] = (struct fcl_span){.start = 0, .valid = valid};
	return 0;
}

/* Index of the span that contains byte `at`, which must be inside the buffer. */
static uint32_t span_find(const struct fcl_mem *root, uint64_t at)
{
	uint32_t low = 0, high = root->nspans;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (root->spans[middle].start <= at)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static uint64_t span_end(const struct fcl_mem *root, uint32_t index)
{
	return index + 1 < root->nspans ? root->spans[index + 1].start : root->size;
}

bool fcl_span_covers(const struct fcl_mem *root, uint64_t start, uint64_t end, uint64_t mask)
{
	if (start >= end)
		return true;
	for (uint32_t i = span_find(root, start); i < root->nspans && root->spans[i].start < end;
	     i++)
		if ((root->spans[i].valid & mask) != mask)
			return false;
	return true;
}

int fcl_span_reserve(struct fcl_mem *root)
{
	struct fcl_span *spans;

	/* Setting a range splits at most two spans. */
	if (root->nspans + 2 <= root->span_room)
		return 0;
	spans = realloc(root->spans, 2 * (size_t)root->span_room * sizeof(*spans));
	if (!spans)
		return -ENOMEM;
	root->spans = spans;
	root->span_room *= 2;
	return 0;
}

/* Makes a span start at `at`; returns its index (nspans at the end of the buffer). */
static uint32_t span_split(struct fcl_mem *root, uint64_t at)
{
	uint32_t index;

	if (at >= root->size)
		return root->nspans;
	index = span_find(root, at);
	if (root->spans[index].start == at)
		return index;
	index++;
	memmove(&root->spans[index + 1], &root->spans[index],
		(root->nspans - index) * sizeof(struct fcl_span));
	root->nspans++;
	root->spans[index] = (struct fcl_span){.start = at, .valid = root->spans[index - 1].valid};
	return index;
}

/* Merges equal adjacent spans from the one before `first` to the one at `last`. */
static void span_join(struct fcl_mem *root, uint32_t first, uint32_t last)
{
	uint32_t from = first ? first : 1, to = from;

	for (uint32_t i = from; i < root->nspans; i++) {
		if (i <= last && root->spans[i].valid == root->spans[to - 1].valid)
			continue;
		root->spans[to++] = root->spans[i];
	}
	if (root->nspans > from)
		root->nspans = to;
}

/* If the contents are undefined, any side with memory counts as valid. */
static uint64_t sides_with_memory(const struct fcl_mem *root)
{
	uint64_t sides = UINT64_C(1) << FCL_SIDE_HOST;

	for (uint32_t i = 0; i < root->context->ndevices; i++)
		if (root->sides[i].buffer)
			sides |= UINT64_C(1) << FCL_SIDE_DEVICE(i);
	return sides;
}

void fcl_span_publish(struct fcl_mem *root)
{
	uint64_t settled = root->busy || root->nspans != 1 ? 0 : root->spans[0].valid;

	if (settled == UINT64_MAX)
		settled = sides_with_memory(root);
	if (atomic_load_explicit(&root->settled, memory_order_relaxed) != settled)
		atomic_store(&root->settled, settled);
}

void fcl_span_set(struct fcl_mem *root, uint64_t start, uint64_t end, uint64_t keep, uint64_t add)
{
	uint32_t first, last;

	if (start >= end)
		return;
	if (add & fcl_mem_same(root))
		add |= fcl_mem_same(root);
	if (root->nspans == 1 && start == 0 && end >= root->size) {
		root->spans[0].valid = (root->spans[0].valid & keep) | add;
		fcl_span_publish(root);
		return;
	}
	first = span_split(root, start);
	last = span_split(root, end);
	for (uint32_t i = first; i < last; i++)
		root->spans[i].valid = (root->spans[i].valid & keep) | add;
	span_join(root, first, last);
	fcl_span_publish(root);
}

bool fcl_span_next(const struct fcl_mem *root, uint64_t *at, uint64_t end,
		   struct fcl_span *ret_piece, uint64_t *ret_end)
{
	uint32_t index;

	if (*at >= end)
		return false;
	index = span_find(root, *at);
	ret_piece->start = *at;
	ret_piece->valid = root->spans[index].valid;
	*ret_end = span_end(root, index) < end ? span_end(root, index) : end;
	*at = *ret_end;
	return true;
}
