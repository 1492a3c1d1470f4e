/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_TIME_LANES_H
#define FCL_EMU_TIME_LANES_H

#include "emulator/time/state.h"

/* Adds an event, whose `at` is its key; `keep`: those that happened are kept. False: no memory. */
bool fcl_time_lanes_add(struct fcl_time_proc *proc, const struct fcl_time_event *event, bool keep);
/* A new lane, and an event at the end of one. NULL, false: no memory. */
struct fcl_time_lane *fcl_time_lanes_more(struct fcl_time_proc *proc);
bool fcl_time_lane_append(struct fcl_time_lane *lane, const struct fcl_time_event *event,
			  bool keep);
void fcl_time_lanes_free(struct fcl_time_proc *proc, bool shared);

/* The key of the last event of a run. */
static inline uint64_t fcl_time_event_last(const struct fcl_time_event *event)
{
	if (!fcl_time_is_run(event->op))
		return event->at;
	return event->at + ((event->value - 1) * event->step << FCL_TIME_PHASES);
}

static inline bool fcl_time_lane_is_empty(const struct fcl_time_lane *lane)
{
	return lane->next == lane->count;
}

/* The lowest key of all events that have not happened; UNKNOWN: there are none. */
static inline uint64_t fcl_time_lanes_key(const struct fcl_time_proc *proc)
{
	uint64_t key = FCL_TIME_UNKNOWN;
	for (uint32_t i = 0; i < proc->nlanes; i++)
		key = proc->lanes[i].key < key ? proc->lanes[i].key : key;
	return key;
}

/* The next `count` events of the lane, which are of one record, have happened. */
static inline void fcl_time_lane_pass(struct fcl_time_proc *proc, struct fcl_time_lane *lane,
				      uint64_t count, bool keep)
{
	const struct fcl_time_event *event = &lane->events[lane->next];
	lane->used += count;
	if (fcl_time_is_run(event->op) && lane->used < event->value) {
		lane->key += count * event->step << FCL_TIME_PHASES;
		return;
	}
	lane->used = 0;
	lane->next++;
	proc->queued--;
	if (!fcl_time_lane_is_empty(lane)) {
		lane->key = lane->events[lane->next].at;
		return;
	}
	lane->key = FCL_TIME_UNKNOWN;
	if (!keep)
		lane->next = lane->count = 0;
}

#endif
