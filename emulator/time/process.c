/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One state of a process after the other: all events of its next static cycle happen in the first
 * cycle in which each of them can.
 */
#include <errno.h>
#include <stdlib.h>

#include "emulator/time/channel.h"
#include "emulator/time/lanes.h"
#include "emulator/time/port.h"
#include "emulator/time/steps.h"

static bool time_fail(struct fcl_time *time, int code, const char *text)
{
	time->failed = true;
	fcl_err_set(&time->failure, code, "%s", text);
	return false;
}

static bool group_room(struct fcl_time *time)
{
	size_t room = time->group_room ? 2 * time->group_room : 16;
	struct fcl_time_event **events = realloc(time->group,
						 room * sizeof(struct fcl_time_event *));
	if (events)
		time->group = events;
	uint32_t *lanes = realloc(time->group_lanes, room * sizeof(uint32_t));
	if (lanes)
		time->group_lanes = lanes;
	if (!events || !lanes)
		return time_fail(time, -ENOMEM, "no memory for a state of a process");
	time->group_room = room;
	return true;
}

/* Collects the events with this key. */
static bool group_collect(struct fcl_time *time, const struct fcl_time_proc *proc, uint64_t key,
			  size_t *ret_count)
{
	size_t count = 0;
	for (uint32_t i = 0; i < proc->nlanes; i++) {
		struct fcl_time_lane *lane = &proc->lanes[i];
		if (lane->key != key)
			continue;
		size_t next = lane->next;
		do {
			if (count == time->group_room && !group_room(time))
				return false;
			time->group[count] = &lane->events[next];
			time->group_lanes[count++] = i;
		} while (++next < lane->count && lane->events[next].at == key);
	}
	*ret_count = count;
	return true;
}

/* What operations of one kind share: they take one after the other. */
static uint32_t op_family(uint32_t op)
{
	if (fcl_time_claims(op))
		return FCL_TIME_WRITE;
	if (fcl_time_takes(op))
		return FCL_TIME_READ;
	return op;
}

/* How many events before this one in the state take from the same. */
static uint64_t group_before(const struct fcl_time *time, size_t index)
{
	const struct fcl_time_event *event = time->group[index];
	uint64_t before = 0;
	for (size_t i = 0; i < index; i++)
		before += time->group[i]->object == event->object &&
			  op_family(time->group[i]->op) == op_family(event->op);
	return before;
}

static uint64_t event_ready(struct fcl_time *time, const struct fcl_time_proc *proc,
			    const struct fcl_time_event *event, uint64_t before)
{
	if (fcl_time_is_question(event->op))
		return 0;
	if (fcl_time_claims(event->op))
		return fcl_time_channel_claimable(&time->chans[event->object], proc, before);
	if (fcl_time_takes(event->op))
		return fcl_time_channel_takeable(&time->chans[event->object], proc, before);
	if (fcl_time_is_port(event->op))
		return fcl_time_port_ready(time, event->object, event->op, before);
	if (event->op == FCL_TIME_NOT_BEFORE)
		return fcl_time_ceil(event->value, proc->period_ps);
	return 0;
}

/* The process is looked at again when what it waits for moves. */
static void proc_block(struct fcl_time *time, struct fcl_time_proc *proc,
		       const struct fcl_time_event *event, uint64_t cycle)
{
	proc->state = FCL_TIME_BLOCKED;
	proc->blocked = *event;
	proc->blocked_from = cycle;
	if (fcl_time_claims(event->op))
		time->chans[event->object].writer_blocked = true;
	else if (fcl_time_takes(event->op))
		time->chans[event->object].reader_blocked = true;
	else
		time->ports[event->object].ways[fcl_time_way_of(event->op)].blocked = true;
}

static void proc_waited(struct fcl_time *time, struct fcl_time_proc *proc,
			const struct fcl_time_event *event, uint64_t cycles)
{
	bool reads = fcl_time_takes(event->op);
	if (reads || fcl_time_claims(event->op)) {
		fcl_time_channel_waited(&time->chans[event->object], proc, reads, cycles);
	} else if (fcl_time_is_port(event->op)) {
		time->ports[event->object].waited += cycles;
		proc->waited[FCL_TIME_MEMORY] += cycles;
	} else {
		proc->waited[FCL_TIME_START] += cycles;
	}
}

/* When the state can happen; UNKNOWN, and the process is blocked, if that is not known. */
static uint64_t group_when(struct fcl_time *time, struct fcl_time_proc *proc, uint64_t at,
			   size_t count)
{
	uint64_t unstalled = at + proc->delay, when = unstalled;
	const struct fcl_time_event *cause = NULL;
	for (size_t i = 0; i < count; i++) {
		uint64_t ready = event_ready(time, proc, time->group[i],
					     i ? group_before(time, i) : 0);
		if (ready == FCL_TIME_UNKNOWN) {
			proc_block(time, proc, time->group[i], unstalled);
			return FCL_TIME_UNKNOWN;
		}
		if (ready > when) {
			when = ready;
			cause = time->group[i];
		}
	}
	if (cause)
		proc_waited(time, proc, cause, when - unstalled);
	return when;
}

static bool span_begin(struct fcl_time *time, uint32_t process, uint64_t number, uint64_t cycle)
{
	if (time->nspans == time->spans_room) {
		size_t room = time->spans_room ? 2 * time->spans_room : 64;
		struct fcl_time_span *spans = realloc(time->spans, room * sizeof(*spans));
		if (!spans)
			return false;
		time->spans = spans;
		time->spans_room = room;
	}
	time->spans[time->nspans++] = (struct fcl_time_span){process, number, cycle, UINT64_MAX,
							     time->procs[process].spans++};
	return true;
}

static void span_end(struct fcl_time *time, uint32_t process, uint64_t number, uint64_t cycle)
{
	for (size_t i = time->nspans; i-- > 0;) {
		struct fcl_time_span *span = &time->spans[i];
		if (span->process != process || span->number != number || span->end != UINT64_MAX)
			continue;
		span->end = cycle;
		time->procs[process].spans--;
		return;
	}
}

static bool event_apply(struct fcl_time *time, uint32_t process, const struct fcl_time_event *event,
			uint64_t cycle)
{
	if (event->op <= FCL_TIME_RELEASE)
		return fcl_time_channel_apply(time, &time->chans[event->object], event->op, cycle);
	if (fcl_time_is_port(event->op))
		return fcl_time_port_apply(time, event->object, event, cycle);
	if (event->op == FCL_TIME_BEGIN)
		return span_begin(time, process, event->value, cycle);
	if (event->op == FCL_TIME_END)
		span_end(time, process, event->value, cycle);
	return true;
}

/* All of the state happens but its question, which stays at the head of its lane. */
static bool group_apply(struct fcl_time *time, uint32_t process, uint64_t at, size_t count,
			uint64_t cycle)
{
	struct fcl_time_proc *proc = &time->procs[process];
	bool keep = time->options.record;
	if (cycle >= proc->limit)
		return time_fail(time, -EOVERFLOW, "a time line ends after 2^63 ps, 106 days");
	for (size_t i = 0; i < count; i++)
		if (!event_apply(time, process, time->group[i], cycle))
			return time_fail(time, -ENOMEM, "no memory for the times of events");
	/* What is late has no say in how late the rest is, unless it had to wait. */
	if (cycle - at > proc->delay)
		proc->delay = cycle - at;
	if (at > proc->position)
		proc->position = at;
	if (cycle > proc->cycle)
		proc->cycle = cycle;
	proc->events += count;
	for (size_t i = 0; i < count; i++)
		if (fcl_time_is_question(time->group[i]->op))
			proc->question_lane = time->group_lanes[i];
		else
			fcl_time_lane_pass(proc, &proc->lanes[time->group_lanes[i]], 1, keep);
	return true;
}

static struct fcl_time_event *proc_question(const struct fcl_time_proc *proc)
{
	const struct fcl_time_lane *lane = &proc->lanes[proc->question_lane];
	return &lane->events[lane->next];
}

/* The question is answered; in a rerun it has the recording's answer. */
static bool question_settle(struct fcl_time *time, struct fcl_time_proc *proc, uint64_t answer)
{
	struct fcl_time_event *question = proc_question(proc);
	uint32_t op = question->op, object = question->object;
	if (time->shares && op != FCL_TIME_NOW && answer != question->value)
		time->diverged = true;
	if (time->shares)
		answer = question->value;
	else
		question->value = answer;
	proc->answer = answer;
	proc->answered = true;
	fcl_time_rouse(time, proc, FCL_TIME_FOR_ANSWER);
	fcl_time_lane_pass(proc, &proc->lanes[proc->question_lane], 1, time->options.record);
	if ((op != FCL_TIME_TRY_READ && op != FCL_TIME_TRY_WRITE) || !answer)
		return true;
	if (op == FCL_TIME_TRY_WRITE)
		fcl_time_channel_added(time, object, 1);
	if (!fcl_time_channel_apply(time, &time->chans[object], op, proc->question_cycle))
		return time_fail(time, -ENOMEM, "no memory for the times of events");
	return true;
}

/* Answers the question, if the answer is known. False: not now. */
static bool question_ask(struct fcl_time *time, uint32_t process, bool certain)
{
	struct fcl_time_proc *proc = &time->procs[process];
	struct fcl_time_event *question = proc_question(proc);
	uint64_t answer = proc->question_cycle;
	proc->state = FCL_TIME_DRAINED;
	if (question->op == FCL_TIME_NOW ||
	    fcl_time_channel_ask(&time->chans[question->object], proc, question->op,
				 proc->question_cycle, certain, &answer))
		return question_settle(time, proc, answer);
	proc->state = FCL_TIME_ASKING;
	fcl_time_decisions_add(time, &(struct fcl_time_decision){
					     proc->question_cycle * proc->period_ps, 0, process});
	return false;
}

static bool group_has_question(const struct fcl_time *time, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fcl_time_is_question(time->group[i]->op))
			return true;
	return false;
}

/* The next state, if its time is known. False: not now. */
static bool proc_step(struct fcl_time *time, uint32_t process)
{
	struct fcl_time_proc *proc = &time->procs[process];
	uint64_t key = fcl_time_lanes_key(proc);
	size_t count;
	proc->state = FCL_TIME_DRAINED;
	if (key >= proc->frontier || !group_collect(time, proc, key, &count))
		return false;
	if (fcl_time_stretch(time, process, key, count))
		return !time->failed;
	uint64_t at = key >> FCL_TIME_PHASES;
	uint64_t cycle = group_when(time, proc, at, count);
	if (cycle == FCL_TIME_UNKNOWN)
		return false;
	bool asks = group_has_question(time, count);
	if (!group_apply(time, process, at, count, cycle))
		return false;
	proc->question_cycle = cycle;
	return !asks || question_ask(time, process, false);
}

void fcl_time_process_run(struct fcl_time *time, uint32_t process)
{
	struct fcl_time_proc *proc = &time->procs[process];
	if (proc->state == FCL_TIME_ASKING)
		return;
	while (proc_step(time, process))
		;
	if (proc->state == FCL_TIME_BLOCKED)
		fcl_time_suspect(time, process);
	if (proc->queued <= time->options.ahead / 2)
		fcl_time_rouse(time, proc, FCL_TIME_AHEAD);
}

void fcl_time_process_decide(struct fcl_time *time, uint32_t process)
{
	if (question_ask(time, process, true))
		fcl_time_process_run(time, process);
}
