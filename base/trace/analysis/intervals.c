/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/analysis/intervals.h"

#include <stdlib.h>

void fcl_intervals_add(struct fcl_intervals *set, double start, double end)
{
	if (set->count == set->room) {
		uint64_t room = set->room ? set->room * 2 : 64;
		struct fcl_interval *more = realloc(set->items, room * sizeof(*more));

		if (!more) {
			set->failed = true;
			return;
		}
		set->items = more;
		set->room = room;
	}
	set->items[set->count++] = (struct fcl_interval){start, end};
}

static int by_start(const void *a, const void *b)
{
	const struct fcl_interval *one = a, *other = b;

	return (one->start > other->start) - (one->start < other->start);
}

void fcl_intervals_join(struct fcl_intervals *set)
{
	uint64_t kept = 0;

	if (!set->count)
		return;
	qsort(set->items, set->count, sizeof(*set->items), by_start);
	for (uint64_t i = 1; i < set->count; i++) {
		struct fcl_interval *last = &set->items[kept];

		if (set->items[i].start > last->end)
			set->items[++kept] = set->items[i];
		else if (set->items[i].end > last->end)
			last->end = set->items[i].end;
	}
	set->count = kept + 1;
}

double fcl_intervals_length(const struct fcl_intervals *set)
{
	double length = 0;

	for (uint64_t i = 0; i < set->count; i++)
		length += set->items[i].end - set->items[i].start;
	return length;
}

double fcl_intervals_common(const struct fcl_intervals *one, const struct fcl_intervals *other)
{
	uint64_t i = 0, k = 0;
	double length = 0;

	while (i < one->count && k < other->count) {
		const struct fcl_interval *a = &one->items[i], *b = &other->items[k];
		double start = a->start > b->start ? a->start : b->start;
		double end = a->end < b->end ? a->end : b->end;

		if (end > start)
			length += end - start;
		if (a->end < b->end)
			i++;
		else
			k++;
	}
	return length;
}

void fcl_intervals_free(struct fcl_intervals *set)
{
	free(set->items);
	*set = (struct fcl_intervals){0};
}
