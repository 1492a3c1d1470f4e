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

/* The key of the next event; the lane is not empty. */
static inline uint64_t fcl_time_lane_key(const struct fcl_time_lane *lane)
{
	const struct fcl_time_event *event = &lane->events[lane->next];
	return event->at + (lane->used * event->step << FCL_TIME_PHASES);
}

/* The lowest key of all events that have not happened; UNKNOWN: there are none. */
static inline uint64_t fcl_time_lanes_key(const struct fcl_time_proc *proc)
{
	uint64_t key = FCL_TIME_UNKNOWN;
	for (uint32_t i = 0; i < proc->nlanes; i++) {
		const struct fcl_time_lane *lane = &proc->lanes[i];
		if (fcl_time_lane_is_empty(lane))
			continue;
		uint64_t mine = fcl_time_lane_key(lane);
		key = mine < key ? mine : key;
	}
	return key;
}

/* The next event of the lane has happened. */
static inline void fcl_time_lane_pass(struct fcl_time_proc *proc, struct fcl_time_lane *lane,
				      bool keep)
{
	const struct fcl_time_event *event = &lane->events[lane->next];
	if (fcl_time_is_run(event->op) && ++lane->used < event->value)
		return;
	lane->used = 0;
	lane->next++;
	proc->queued--;
	if (!keep && fcl_time_lane_is_empty(lane))
		lane->next = lane->count = 0;
}

#endif
