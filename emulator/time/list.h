/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_TIME_LIST_H
#define FCL_EMU_TIME_LIST_H

#include "emulator/time/state.h"

/* A list of cycles. Zeroed is an empty one. */

/* Makes room for more; false: out of memory. */
bool fcl_time_list_grow(struct fcl_time_list *list);

static inline bool fcl_time_list_is_full(const struct fcl_time_list *list)
{
	return !list->cycles || list->count - list->first > list->mask;
}

/* The list has room. Cycles never decrease: what is late has the time of the one before. */
static inline void fcl_time_list_add(struct fcl_time_list *list, uint64_t cycle)
{
	if (list->count > list->first) {
		uint64_t last = list->cycles[(list->count - 1) & list->mask];
		cycle = cycle > last ? cycle : last;
	}
	list->cycles[list->count++ & list->mask] = cycle;
}

static inline uint64_t fcl_time_list_at(const struct fcl_time_list *list, uint64_t index)
{
	return list->cycles[index & list->mask];
}

void fcl_time_list_free(struct fcl_time_list *list);

#endif
