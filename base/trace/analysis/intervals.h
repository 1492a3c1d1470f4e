/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_INTERVALS_H
#define FCL_TRACE_INTERVALS_H

#include <stdbool.h>
#include <stdint.h>

/* A set of time intervals, in microseconds. Zeroed is a valid empty set. */
struct fcl_intervals {
	struct fcl_interval {
		double start, end;
	} * items;
	uint64_t count, room;
	bool failed; /* out of memory */
};

void fcl_intervals_add(struct fcl_intervals *set, double start, double end);
/* Sorts the intervals and merges overlapping ones. Call it before the functions below. */
void fcl_intervals_join(struct fcl_intervals *set);
double fcl_intervals_length(const struct fcl_intervals *set);
/* The total time that is in both sets. */
double fcl_intervals_common(const struct fcl_intervals *one, const struct fcl_intervals *other);
void fcl_intervals_free(struct fcl_intervals *set);

#endif
