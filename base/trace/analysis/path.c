/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/analysis/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * The path is followed backwards from the command that ended last. The predecessor on the path is
 * the dependency that ended last. If all dependencies had ended before the command was enqueued,
 * the host caused the delay, and the path continues with the command that had ended last by then.
 */

struct commands {
	const struct fcl_trace_event **by_id, **by_end;
	uint64_t count;
};

static int path_by_id(const void *a, const void *b)
{
	const struct fcl_trace_event *one = *(const struct fcl_trace_event *const *)a;
	const struct fcl_trace_event *other = *(const struct fcl_trace_event *const *)b;

	if (one->pid != other->pid)
		return one->pid < other->pid ? -1 : 1;
	return (one->id > other->id) - (one->id < other->id);
}

static int by_end(const void *a, const void *b)
{
	const struct fcl_trace_event *one = *(const struct fcl_trace_event *const *)a;
	const struct fcl_trace_event *other = *(const struct fcl_trace_event *const *)b;

	return (one->end > other->end) - (one->end < other->end);
}

static bool path_list(struct commands *commands, const struct fcl_trace_events *events,
		      uint64_t count)
{
	commands->by_id = malloc((count + 1) * sizeof(struct fcl_trace_event *));
	commands->by_end = malloc((count + 1) * sizeof(struct fcl_trace_event *));
	if (!commands->by_id || !commands->by_end)
		return false;
	for (uint64_t i = 0; i < events->count; i++)
		if (events->events[i].kind == FCL_EVENT_COMMAND)
			commands->by_id[commands->count++] = &events->events[i];
	memcpy(commands->by_end, commands->by_id,
	       commands->count * sizeof(struct fcl_trace_event *));
	if (!commands->count)
		return true;
	qsort(commands->by_id, commands->count, sizeof(struct fcl_trace_event *), path_by_id);
	qsort(commands->by_end, commands->count, sizeof(struct fcl_trace_event *), by_end);
	return true;
}

static const struct fcl_trace_event *path_find(const struct commands *commands, uint32_t pid,
					       uint64_t id)
{
	const struct fcl_trace_event key = {.pid = pid, .id = id}, *at = &key, **found;

	found = bsearch(&at, commands->by_id, commands->count, sizeof(struct fcl_trace_event *),
			path_by_id);
	return found ? *found : NULL;
}

/* How many commands had ended by this time. */
static uint64_t count_ended(const struct commands *commands, double time)
{
	uint64_t low = 0, high = commands->count;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (commands->by_end[middle]->end <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The command that ended last before this time; NULL: none. */
static const struct fcl_trace_event *ended_before(const struct commands *commands, double time)
{
	uint64_t count = count_ended(commands, time);

	return count ? commands->by_end[count - 1] : NULL;
}

/*
 * A marker or barrier without a wait list, as clFinish enqueues it, waits for all earlier commands
 * of its queue.
 */
static const struct fcl_trace_event *latest_of_queue(const struct commands *commands,
						     const struct fcl_trace_event *event)
{
	for (uint64_t i = count_ended(commands, event->start); i; i--) {
		const struct fcl_trace_event *one = commands->by_end[i - 1];

		if (one->pid == event->pid && one->queue == event->queue && one->id < event->id)
			return one;
	}
	return NULL;
}

static const struct fcl_trace_event *latest_predecessor(const struct commands *commands,
							const struct fcl_trace_event *event)
{
	const struct fcl_trace_event *latest = NULL;

	if (!event->nafter && (!strcmp(event->type, "MARKER") || !strcmp(event->type, "BARRIER")))
		return latest_of_queue(commands, event);
	for (uint32_t i = 0; i < event->nafter; i++) {
		const struct fcl_trace_event *one = path_find(commands, event->pid,
							      event->after[i]);

		if (one && one->end <= event->end && (!latest || one->end > latest->end))
			latest = one;
	}
	return latest;
}

bool fcl_path_is_kernel(const struct fcl_trace_event *event)
{
	return !strcmp(event->type, "NDRANGE_KERNEL") || !strcmp(event->type, "TASK") ||
	       !strcmp(event->type, "COMMAND_BUFFER_KHR");
}

static enum fcl_report_step_kind path_kind_of(const struct fcl_trace_event *event)
{
	if (fcl_path_is_kernel(event))
		return FCL_STEP_KERNEL;
	return event->bytes ? FCL_STEP_TRANSFER : FCL_STEP_OTHER;
}

static void path_step(struct fcl_report *report, enum fcl_report_step_kind kind, const char *name,
		      double start, double end)
{
	if (end <= start)
		return;
	report->path[report->npath++] = (struct fcl_report_step){kind, name, start, end};
	report->on_path[kind] += end - start;
}

/* Adds a command, and the gap before it; returns the command before that. */
static const struct fcl_trace_event *path_follow(struct fcl_report *report,
						 const struct commands *commands,
						 const struct fcl_trace_event *event, double *until)
{
	const struct fcl_trace_event *before = latest_predecessor(commands, event);
	double queued = event->queued > 0 ? event->queued : event->start, ready = queued;

	path_step(report, path_kind_of(event), event->name, event->start,
		  event->end < *until ? event->end : *until);
	if (!before || before->end < queued)
		before = ended_before(commands, queued);
	/* Inconsistent times must not cause an endless loop. */
	if (before && before->end >= event->end)
		before = NULL;
	if (before && before->end > ready)
		ready = before->end;
	path_step(report, FCL_STEP_WAIT, event->name, ready, event->start);
	if (before)
		path_step(report, FCL_STEP_HOST, event->name, before->end, ready);
	*until = event->start < ready ? event->start : ready;
	return before;
}

static void reverse(struct fcl_report *report)
{
	for (uint32_t i = 0; i < report->npath / 2; i++) {
		struct fcl_report_step other = report->path[report->npath - 1 - i];

		report->path[report->npath - 1 - i] = report->path[i];
		report->path[i] = other;
	}
}

int fcl_path_find(struct fcl_report *report, const struct fcl_trace_events *events)
{
	struct commands commands = {0};
	bool good = path_list(&commands, events, report->ncommands);
	const struct fcl_trace_event *at;
	double until;

	/* At most three steps per command. */
	report->path = calloc(report->ncommands * 3 + 1, sizeof(*report->path));
	good &= report->path != NULL;
	if (good && commands.count) {
		at = commands.by_end[commands.count - 1];
		until = at->end;
		for (uint64_t left = commands.count; at && left; left--)
			at = path_follow(report, &commands, at, &until);
		reverse(report);
	}
	free(commands.by_id);
	free(commands.by_end);
	return good ? 0 : -ENOMEM;
}
