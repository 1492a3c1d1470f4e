/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops, which are most of what happens: while the same runs of reads, writes and beats make up one
 * state after the other, nothing is collected or looked up again. Beats of a burst are looked at
 * together: how long they wait only grows, or only shrinks, from one to the next.
 */
#include <errno.h>

#include "emulator/time/channel.h"
#include "emulator/time/lanes.h"
#include "emulator/time/port.h"
#include "emulator/time/steps.h"

#define MOST 8

/* An operation that happens in each of the states. */
struct piece {
	struct fcl_time_chan *chan; /* NULL: beats */
	const struct fcl_time_event *event;
	bool reads;
	bool slow; /* beats that come slower than the states */
};

struct stretch {
	struct fcl_time *time;
	struct fcl_time_proc *proc;
	struct piece pieces[MOST];
	size_t count;
	uint64_t at, step, delay;
	bool only_beats;
};

static bool event_is_beat(const struct fcl_time_event *event)
{
	return event->op == FCL_TIME_READ_BEAT || event->op == FCL_TIME_WRITE_BEAT;
}

/* Whether all events are reads, writes and beats, of different things, with one step. */
static bool stretch_is_plain(const struct fcl_time *time, size_t count)
{
	if (count > MOST)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct fcl_time_event *event = time->group[i];
		if ((event->op != FCL_TIME_READ && event->op != FCL_TIME_WRITE &&
		     !event_is_beat(event)) ||
		    event->step != time->group[0]->step)
			return false;
		for (size_t k = 0; k < i; k++)
			if (time->group[k]->object == event->object &&
			    time->group[k]->op == event->op)
				return false;
	}
	return true;
}

/* How many states of these events follow each other before another event, or a burst's end. */
static uint64_t stretch_states(struct fcl_time *time, const struct fcl_time_proc *proc,
			       uint64_t key, size_t count)
{
	uint64_t states = UINT64_MAX;
	for (size_t i = 0; i < count; i++) {
		const struct fcl_time_event *event = time->group[i];
		uint64_t left = event->value - proc->lanes[time->group_lanes[i]].used;
		states = left < states ? left : states;
	}
	for (size_t i = 0; i < count && states > 1; i++) {
		const struct fcl_time_event *event = time->group[i];
		if (!event_is_beat(event))
			continue;
		uint64_t beats = fcl_time_port_beats(time, event->object, event->op);
		states = beats < states ? beats : states;
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

/* Member by member: clearing and copying all pieces would take longer than the states of short FIFOs. */
static void stretch_begin(struct stretch *stretch, struct fcl_time *time,
			  struct fcl_time_proc *proc, uint64_t at, size_t count)
{
	stretch->time = time;
	stretch->proc = proc;
	stretch->count = count;
	stretch->at = at;
	stretch->step = time->group[0]->step;
	stretch->delay = proc->delay;
	stretch->only_beats = true;
	for (size_t i = 0; i < count; i++) {
		const struct fcl_time_event *event = time->group[i];
		struct piece *piece = &stretch->pieces[i];
		piece->event = event;
		piece->reads = event->op == FCL_TIME_READ;
		piece->chan = event_is_beat(event) ? NULL : &time->chans[event->object];
		piece->slow = !piece->chan &&
			      !fcl_time_port_is_fast(time, event->object, event->op, stretch->step);
		stretch->only_beats = stretch->only_beats && !piece->chan;
	}
}

static uint64_t piece_ready(const struct stretch *stretch, const struct piece *piece,
			    uint64_t state)
{
	if (!piece->chan)
		return !state || piece->slow
			       ? fcl_time_port_ready(stretch->time, piece->event->object,
						     piece->event->op, state)
			       : 0;
	return piece->reads ? fcl_time_channel_takeable(piece->chan, stretch->proc, 0)
			    : fcl_time_channel_claimable(piece->chan, stretch->proc, 0);
}

static void piece_waited(const struct stretch *stretch, const struct piece *piece, uint64_t cycles)
{
	if (piece->chan) {
		fcl_time_channel_waited(piece->chan, stretch->proc, piece->reads, cycles);
		return;
	}
	stretch->time->ports[piece->event->object].waited += cycles;
	stretch->proc->waited[FCL_TIME_MEMORY] += cycles;
}

/* The delay with which a state happens. False: it is not known, or past the end of time. */
static bool stretch_wait(struct stretch *stretch, uint64_t state)
{
	uint64_t at = stretch->at + state * stretch->step, when = at + stretch->delay;
	const struct piece *cause = NULL;
	for (size_t i = 0; i < stretch->count; i++) {
		uint64_t ready = piece_ready(stretch, &stretch->pieces[i], state);
		if (ready <= when)
			continue;
		when = ready;
		cause = &stretch->pieces[i];
	}
	if (when >= stretch->proc->limit)
		return false;
	if (cause)
		piece_waited(stretch, cause, when - at - stretch->delay);
	stretch->delay = when - at;
	return true;
}

static void stretch_move(struct stretch *stretch, uint64_t cycle)
{
	struct fcl_time *time = stretch->time;
	for (size_t i = 0; i < stretch->count; i++) {
		struct fcl_time_chan *chan = stretch->pieces[i].chan;
		if (!chan)
			continue;
		if (stretch->pieces[i].reads) {
			chan->taken++;
			time->failed |= !fcl_time_channel_free(time, chan, cycle);
		} else {
			chan->claimed++;
			time->failed |= !fcl_time_channel_fill(time, chan, cycle);
		}
	}
}

/* As many states as can happen now; returns how many. */
static uint64_t stretch_go(struct stretch *stretch, uint64_t states)
{
	if (stretch->only_beats)
		return stretch_wait(stretch, 0) && stretch_wait(stretch, states - 1) ? states : 0;
	uint64_t done = 0;
	for (; done < states && !stretch->time->failed && stretch_wait(stretch, done); done++)
		stretch_move(stretch, stretch->at + done * stretch->step + stretch->delay);
	return done;
}

/* The states have happened. */
static void stretch_end(const struct stretch *stretch, uint64_t done)
{
	struct fcl_time *time = stretch->time;
	struct fcl_time_proc *proc = stretch->proc;
	uint64_t last = stretch->at + (done - 1) * stretch->step;
	proc->delay = stretch->delay;
	proc->position = last;
	proc->cycle = last + stretch->delay;
	proc->events += done * stretch->count;
	for (size_t i = 0; i < stretch->count; i++) {
		const struct fcl_time_event *event = stretch->pieces[i].event;
		if (!stretch->pieces[i].chan)
			time->failed |= !fcl_time_port_move(time, event->object, event->op, done,
							    proc->cycle);
	}
	for (size_t i = 0; i < stretch->count; i++)
		fcl_time_lane_pass(proc, &proc->lanes[time->group_lanes[i]], done,
				   time->options.record);
	if (time->failed)
		fcl_err_set(&time->failure, -ENOMEM, "no memory for the times of events");
}

bool fcl_time_stretch(struct fcl_time *time, uint32_t process, uint64_t key, size_t count)
{
	struct fcl_time_proc *proc = &time->procs[process];
	uint64_t at = key >> FCL_TIME_PHASES;
	if (at < proc->position || !stretch_is_plain(time, count))
		return false;
	uint64_t states = stretch_states(time, proc, key, count);
	if (states < 2)
		return false;
	struct stretch stretch;
	stretch_begin(&stretch, time, proc, at, count);
	uint64_t done = stretch_go(&stretch, states);
	if (!done)
		return false;
	stretch_end(&stretch, done);
	return true;
}
