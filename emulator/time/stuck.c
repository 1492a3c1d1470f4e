/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Deadlocks. A process waits for at most one other; following that leads to one that may go on, to
 * one that has ended, or into a circle.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "emulator/time/channel.h"
#include "emulator/time/steps.h"

#define MAY_GO_ON FCL_TIME_NONE
#define NOBODY (FCL_TIME_NONE - 1)

/* Whom it waits for; itself: for a port, where nobody else can help. */
static uint32_t proc_waits_for(const struct fcl_time *time, uint32_t process)
{
	const struct fcl_time_proc *proc = &time->procs[process];
	uint32_t other = process;
	if (proc->state == FCL_TIME_BLOCKED && fcl_time_claims(proc->blocked.op))
		other = time->chans[proc->blocked.object].info.reader;
	else if (proc->state == FCL_TIME_BLOCKED && fcl_time_takes(proc->blocked.op))
		other = time->chans[proc->blocked.object].info.writer;
	else if (proc->state == FCL_TIME_BLOCKED)
		return process;
	else if (proc->state == FCL_TIME_DRAINED && proc->native == FCL_TIME_WAITING)
		other = time->chans[proc->wait_channel].info.writer;
	else
		return MAY_GO_ON;
	return other == FCL_TIME_NONE ? NOBODY : other;
}

static bool proc_has_ended(const struct fcl_time_proc *proc)
{
	return proc->state == FCL_TIME_DRAINED && proc->native >= FCL_TIME_ENDED;
}

/* Whether any process might still be the missing end of a channel. */
static bool anybody_may_come(const struct fcl_time *time)
{
	for (uint32_t i = 0; i < time->nprocs; i++)
		if (time->procs[i].native == FCL_TIME_RUNNING ||
		    time->procs[i].native == FCL_TIME_IDLE)
			return true;
	return false;
}

__attribute__((format(printf, 3, 4))) static void text_add(char *text, size_t room,
							   const char *format, ...)
{
	size_t size = strlen(text);
	va_list args;
	va_start(args, format);
	vsnprintf(text + size, room - size, format, args);
	va_end(args);
}

/* What a blocked process waits for. */
static void text_blocked(const struct fcl_time *time, const struct fcl_time_proc *proc, char *text,
			 size_t room)
{
	const struct fcl_time_event *event = &proc->blocked;
	if (fcl_time_claims(event->op)) {
		const struct fcl_time_channel *channel = &time->chans[event->object].info;
		text_add(text, room, "to write to `%s`, which is full with %llu elements",
			 channel->name, (unsigned long long)channel->depth);
	} else if (fcl_time_takes(event->op)) {
		text_add(text, room, "to read from `%s`, which is empty",
			 time->chans[event->object].info.name);
	} else {
		text_add(text, room, "for port `%s`, which has nothing more to do",
			 time->ports[event->object].info.name);
	}
	text_add(text, room, ", since cycle %llu", (unsigned long long)proc->blocked_from);
}

static void text_process(const struct fcl_time *time, uint32_t process, char *text, size_t room)
{
	const struct fcl_time_proc *proc = &time->procs[process];
	text_add(text, room, "%s`%s` ", text[0] ? "; " : "", proc->info.name);
	if (proc_has_ended(proc)) {
		text_add(text, room, proc->native == FCL_TIME_FAILED ? "was stopped" : "has ended");
		return;
	}
	text_add(text, room, "waits ");
	if (proc->state == FCL_TIME_BLOCKED)
		text_blocked(time, proc, text, room);
	else
		text_add(text, room, "for an element of `%s`",
			 time->chans[proc->wait_channel].info.name);
}

/* Reports the processes from the first one on, up to one that is not stuck or comes again. */
static void stuck_report(struct fcl_time *time, uint32_t first, uint32_t count)
{
	char text[sizeof(time->failure.text) - 100] = "";
	uint32_t process = first, shown = 0;
	for (; shown < count && shown < 6 && process < NOBODY; shown++) {
		text_process(time, process, text, sizeof(text));
		process = proc_waits_for(time, process);
	}
	if (shown == count && process == NOBODY)
		text_add(text, sizeof(text), "; nobody has its other end");
	if (shown < count)
		text_add(text, sizeof(text), "; and %u more", count - shown);
	fcl_err_set(&time->failure, -EDEADLK, "deadlock on the time line: %s", text);
	time->stuck = true;
}

/* `at` is in a circle, whose length this returns. */
static uint32_t circle_length(const struct fcl_time *time, uint32_t at)
{
	uint32_t length = 1;
	for (uint32_t next = proc_waits_for(time, at); next != at;
	     next = proc_waits_for(time, next))
		length++;
	return length;
}

/* Follows whom a process waits for, and reports it if that leads nowhere. */
static void suspect_find_stuck(struct fcl_time *time, uint32_t suspect)
{
	uint32_t at = suspect, steps = 0;
	bool waiting = false, running = false;
	for (; steps <= time->nprocs && at != NOBODY; steps++) {
		const struct fcl_time_proc *proc = &time->procs[at];
		waiting = waiting ||
			  (proc->state == FCL_TIME_DRAINED && proc->native == FCL_TIME_WAITING);
		running = running ||
			  (proc->native == FCL_TIME_RUNNING && proc->sleep == FCL_TIME_AWAKE);
		uint32_t next = proc_waits_for(time, at);
		if (next == MAY_GO_ON && !proc_has_ended(proc))
			return;
		if (next == NOBODY && anybody_may_come(time))
			return;
		at = next == MAY_GO_ON ? NOBODY : next;
	}
	/* Code that runs may still give what code waits for. */
	if (waiting && running)
		return;
	if (at == NOBODY)
		stuck_report(time, suspect, steps);
	else
		stuck_report(time, at, circle_length(time, at));
}

void fcl_time_find_stuck(struct fcl_time *time)
{
	while (time->nsuspects) {
		uint32_t process = time->suspects[--time->nsuspects];
		struct fcl_time_proc *proc = &time->procs[process];
		proc->suspect = false;
		if (!time->stuck && !proc->info.free_running && !proc_has_ended(proc))
			suspect_find_stuck(time, process);
	}
}
