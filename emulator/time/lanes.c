/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A process's events, sorted as they come. Overlapping iterations of a pipeline give a few
 * sequences, one for each operation, that are sorted each: a lane holds one. An event goes to the
 * lane whose last event is the nearest before it. What continues the run at a lane's end only makes
 * that run longer, so that a loop takes one record for each of its operations.
 */
#include <stdlib.h>
#include <string.h>

#include "emulator/time/lanes.h"

/* Whether the event, or run, goes on where the lane's last run ends; if so, adds it there. */
static bool lane_extend(struct fcl_time_lane *lane, const struct fcl_time_event *event)
{
	if (fcl_time_lane_is_empty(lane) || !fcl_time_is_run(event->op))
		return false;
	struct fcl_time_event *run = &lane->events[lane->count - 1];
	if (run->op != event->op || run->object != event->object || event->at <= lane->last)
		return false;
	uint64_t step = event->at - lane->last;
	if (step & ((1u << FCL_TIME_PHASES) - 1) || step >> FCL_TIME_PHASES > UINT32_MAX)
		return false;
	step >>= FCL_TIME_PHASES;
	if ((run->value > 1 && run->step != step) || (event->value > 1 && event->step != step) ||
	    run->value + event->value > FCL_TIME_MAX)
		return false;
	run->step = (uint32_t)step;
	run->value += event->value;
	lane->last = event->at + ((event->value - 1) * step << FCL_TIME_PHASES);
	return true;
}

bool fcl_time_lane_append(struct fcl_time_lane *lane, const struct fcl_time_event *event, bool keep)
{
	if (lane->count == lane->room && !keep && lane->next > lane->count / 2) {
		lane->count -= lane->next;
		memmove(lane->events, lane->events + lane->next, lane->count * sizeof(*event));
		lane->next = 0;
	}
	if (lane->count == lane->room) {
		size_t room = lane->room ? lane->room * 2 : 16;
		struct fcl_time_event *events = realloc(lane->events, room * sizeof(*events));
		if (!events)
			return false;
		lane->events = events;
		lane->room = room;
	}
	if (fcl_time_lane_is_empty(lane))
		lane->key = event->at;
	lane->events[lane->count++] = *event;
	lane->last = fcl_time_event_last(event);
	return true;
}

struct fcl_time_lane *fcl_time_lanes_more(struct fcl_time_proc *proc)
{
	struct fcl_time_lane *lanes = realloc(proc->lanes,
					      (proc->nlanes + 1) * sizeof(*proc->lanes));
	if (!lanes)
		return NULL;
	proc->lanes = lanes;
	lanes[proc->nlanes] = (struct fcl_time_lane){.key = FCL_TIME_UNKNOWN};
	return &lanes[proc->nlanes++];
}

/* The lane for an event that continues no run. */
static struct fcl_time_lane *lanes_pick(struct fcl_time_proc *proc, uint64_t key)
{
	struct fcl_time_lane *best = NULL;
	for (uint32_t i = 0; i < proc->nlanes; i++) {
		struct fcl_time_lane *lane = &proc->lanes[i];
		if (lane->count && lane->last > key)
			continue;
		if (!best || (lane->count && (!best->count || lane->last > best->last)))
			best = lane;
	}
	return best ? best : fcl_time_lanes_more(proc);
}

bool fcl_time_lanes_add(struct fcl_time_proc *proc, const struct fcl_time_event *event, bool keep)
{
	for (uint32_t i = 0; i < proc->nlanes; i++)
		if (lane_extend(&proc->lanes[i], event))
			return true;
	struct fcl_time_lane *lane = lanes_pick(proc, event->at);
	if (!lane || !fcl_time_lane_append(lane, event, keep))
		return false;
	proc->queued++;
	return true;
}

void fcl_time_lanes_free(struct fcl_time_proc *proc, bool shared)
{
	for (uint32_t i = 0; i < proc->nlanes && !shared; i++)
		free(proc->lanes[i].events);
	free(proc->lanes);
}
