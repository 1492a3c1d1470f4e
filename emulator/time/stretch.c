/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops, which are most of what happens: while the same runs of reads and writes make up one state
 * after the other, nothing is collected or looked up again.
 */
#include <errno.h>

#include "emulator/time/channel.h"
#include "emulator/time/lanes.h"
#include "emulator/time/steps.h"

#define MOST 8

/* Whether all events are reads and writes, of different channels' ends, with one step. */
static bool stretch_is_plain(const struct fcl_time *time, size_t count)
{
	if (count > MOST)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct fcl_time_event *event = time->group[i];
		if ((event->op != FCL_TIME_READ && event->op != FCL_TIME_WRITE) ||
		    event->step != time->group[0]->step)
			return false;
		for (size_t k = 0; k < i; k++)
			if (time->group[k]->object == event->object &&
			    time->group[k]->op == event->op)
				return false;
	}
	return true;
}

/* How many states of these events follow each other before another event comes. */
static uint64_t stretch_states(const struct fcl_time *time, const struct fcl_time_proc *proc,
			       uint64_t key, size_t count)
{
	uint64_t states = UINT64_MAX;
	for (size_t i = 0; i < count; i++) {
		uint64_t left = time->group[i]->value - proc->lanes[time->group_lanes[i]].used;
		states = left < states ? left : states;
	}
	if (states < 2)
		return states;
	uint64_t other = proc->frontier;
	for (uint32_t i = 0; i < proc->nlanes; i++)
		if (proc->lanes[i].key != key && proc->lanes[i].key < other)
			other = proc->lanes[i].key;
	uint64_t step = (uint64_t)time->group[0]->step << FCL_TIME_PHASES;
	uint64_t before = (other - key + step - 1) / step;
	return before < states ? before : states;
}

bool fcl_time_stretch(struct fcl_time *time, uint32_t process, uint64_t key, size_t count)
{
	struct fcl_time_proc *proc = &time->procs[process];
	if (!stretch_is_plain(time, count))
		return false;
	uint64_t states = stretch_states(time, proc, key, count), done = 0;
	if (states < 2)
		return false;
	struct fcl_time_chan *chans[MOST];
	bool reads[MOST];
	for (size_t i = 0; i < count; i++) {
		chans[i] = &time->chans[time->group[i]->object];
		reads[i] = time->group[i]->op == FCL_TIME_READ;
	}
	uint64_t at = key >> FCL_TIME_PHASES, step = time->group[0]->step, delay = proc->delay;
	bool late = at < proc->position;
	for (; done < states && !late && !time->failed; done++, at += step) {
		uint64_t when = at + delay;
		struct fcl_time_chan *cause = NULL;
		bool cause_reads = false;
		for (size_t i = 0; i < count; i++) {
			uint64_t ready = reads[i] ? fcl_time_channel_takeable(chans[i], proc, 0)
						  : fcl_time_channel_claimable(chans[i], proc, 0);
			if (ready <= when)
				continue;
			when = ready;
			cause = chans[i];
			cause_reads = reads[i];
		}
		/* Not known, or past the end of time: the general way says so. */
		if (when >= proc->limit)
			break;
		for (size_t i = 0; i < count; i++) {
			if (reads[i]) {
				chans[i]->taken++;
				time->failed |= !fcl_time_channel_free(time, chans[i], when);
			} else {
				chans[i]->claimed++;
				time->failed |= !fcl_time_channel_fill(time, chans[i], when);
			}
		}
		if (cause)
			fcl_time_channel_waited(cause, proc, cause_reads, when - at - delay);
		delay = when - at;
	}
	if (!done)
		return false;
	if (time->failed)
		fcl_err_set(&time->failure, -ENOMEM, "no memory for the times of events");
	proc->delay = delay;
	proc->position = at - step;
	proc->cycle = at - step + delay;
	proc->events += done * count;
	for (size_t i = 0; i < count; i++)
		fcl_time_lane_pass(proc, &proc->lanes[time->group_lanes[i]], done,
				   time->options.record);
	return true;
}
