/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/analysis/events.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/number.h"
#include "base/text.h"
#include "base/trace/analysis/texts.h"

enum { GROUP = 1 << 22 }; /* FCL_TRACE_GROUP of tracks.h */

/*
 * Limits for numbers in a trace: sums of such times stay finite, and casts of such counts are
 * defined.
 */
#define MAX_TIME 1e17                /* microseconds: 3000 years */
#define MAX_COUNT 9007199254740992.0 /* 2^53: doubles hold all integers up to there */
#define MAX_RATE 1e18

uint32_t fcl_trace_process_of(uint32_t group)
{
	return group % GROUP;
}

/* The fields of the array's current element, as they are read. */
struct reading {
	struct fcl_trace_events *all;
	bool (*take)(void *data, const struct fcl_trace_event *event); /* NULL: they are kept */
	void *data;
	uint32_t process; /* whose events it takes */
	struct fcl_trace_event event;
	char phase;
	const char *category, *argument; /* "name" of its arguments */
	double clock_mhz, link, duration;
	uint64_t after[256];
};

static const char *events_read_text(struct fcl_json *json, struct reading *reading)
{
	struct fcl_json_string string;
	char small[256], *text = small;
	const char *result = "";

	if (!fcl_json_string(json, &string))
		return "";
	if (string.length >= sizeof(small))
		text = malloc(string.length + 1);
	if (text && fcl_json_decode(&string, text)) {
		fcl_text_make_printable(text);
		result = fcl_trace_text(reading->all, text, strlen(text));
	}
	if (text != small)
		free(text);
	return result;
}

/*
 * A zero byte follows the file's contents, so strtod() stops there. Numbers in strings are
 * accepted, too.
 */
static double events_read_number(struct fcl_json *json)
{
	char first = fcl_json_peek(json);
	const char *at = json->at;

	if (!fcl_json_skip(json))
		return 0;
	return fcl_strtod(first == '"' ? at + 1 : at, NULL);
}

static double read_between(struct fcl_json *json, double least, double most)
{
	double number = events_read_number(json);

	if (number >= least && number <= most) /* rejects NaN, too */
		return number;
	fcl_json_fail(json, "a number in range");
	return 0;
}

static double read_time(struct fcl_json *json)
{
	return read_between(json, 0, MAX_TIME);
}

/* Bounded below, so that nothing is divided by almost zero. */
static double read_duration(struct fcl_json *json)
{
	double duration = read_time(json);

	return duration < 1e-6 ? 0 : duration;
}

static double read_rate(struct fcl_json *json)
{
	double rate = read_between(json, 0, MAX_RATE);

	return rate < 1 ? 0 : rate;
}

static uint64_t events_read_count(struct fcl_json *json)
{
	return (uint64_t)read_between(json, 0, MAX_COUNT);
}

/* Traces of other programs may have larger numbers. */
static uint32_t read_track(struct fcl_json *json)
{
	return (uint32_t)(int64_t)read_between(json, -MAX_COUNT, MAX_COUNT);
}

static bool read_after(struct fcl_json *json, void *data)
{
	struct reading *reading = data;
	uint64_t id = events_read_count(json);

	if (reading->event.nafter < sizeof(reading->after) / sizeof(reading->after[0]) && id)
		reading->after[reading->event.nafter++] = id;
	return !json->error;
}

static bool is(const struct fcl_json_string *key, const char *name)
{
	return fcl_json_equal(key, name);
}

static bool read_argument_text(struct fcl_json *json, const struct fcl_json_string *key,
			       struct reading *reading)
{
	struct fcl_trace_event *event = &reading->event;

	if (is(key, "name"))
		reading->argument = events_read_text(json, reading);
	else if (is(key, "device"))
		event->device = events_read_text(json, reading);
	else if (is(key, "bank") || is(key, "cu") || is(key, "why"))
		event->where = events_read_text(json, reading);
	else if (is(key, "fifo"))
		event->fifo = events_read_text(json, reading);
	else if (is(key, "type"))
		event->type = events_read_text(json, reading);
	else if (is(key, "estimated_bound"))
		event->bound = events_read_text(json, reading);
	else
		fcl_json_skip(json);
	return !json->error;
}

static bool events_read_argument(struct fcl_json *json, const struct fcl_json_string *key,
				 void *data)
{
	struct reading *reading = data;
	struct fcl_trace_event *event = &reading->event;

	if (fcl_json_peek(json) == '"')
		return read_argument_text(json, key, reading);
	if (is(key, "after") && fcl_json_peek(json) == '[')
		return fcl_json_array(json, read_after, reading);
	if (is(key, "id"))
		event->id = events_read_count(json);
	else if (is(key, "queue"))
		event->queue = events_read_count(json);
	else if (is(key, "bytes") || is(key, "estimated_bytes"))
		event->bytes = events_read_count(json);
	else if (is(key, "status"))
		event->status = (int64_t)read_between(json, -MAX_COUNT, MAX_COUNT);
	else if (is(key, "waited_us"))
		event->waited = read_time(json);
	else if (is(key, "cycles"))
		event->cycles = events_read_count(json);
	else if (is(key, "estimated_least_us"))
		event->least = read_time(json);
	else if (is(key, "queued"))
		event->queued = read_time(json);
	else if (is(key, "submitted"))
		event->submitted = read_time(json);
	else if (is(key, "clock_mhz"))
		reading->clock_mhz = read_rate(json);
	else if (is(key, "link_bytes_per_s"))
		reading->link = read_rate(json);
	else
		fcl_json_skip(json);
	return !json->error;
}

static bool events_read_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct reading *reading = data;
	struct fcl_trace_event *event = &reading->event;

	if (is(key, "ph"))
		reading->phase = *events_read_text(json, reading);
	else if (is(key, "cat"))
		reading->category = events_read_text(json, reading);
	else if (is(key, "name"))
		event->name = events_read_text(json, reading);
	else if (is(key, "pid"))
		event->pid = read_track(json);
	else if (is(key, "tid"))
		event->tid = read_track(json);
	else if (is(key, "ts"))
		event->start = read_between(json, -MAX_TIME, MAX_TIME);
	else if (is(key, "dur"))
		reading->duration = read_duration(json);
	else if (is(key, "args") && fcl_json_peek(json) == '{')
		return fcl_json_object(json, events_read_argument, reading);
	else
		fcl_json_skip(json);
	return !json->error;
}

static void *events_grow(struct fcl_trace_events *all, void *items, uint32_t count, size_t size)
{
	/* The array grows at powers of two. */
	void *more = count & (count - 1) ? items : realloc(items, (count ? count * 2 : 1) * size);

	if (!more)
		all->failed = true;
	return more;
}

static void add_track(struct fcl_trace_events *all, struct fcl_trace_track **list, uint32_t *count,
		      const struct reading *reading)
{
	struct fcl_trace_track *more = events_grow(all, *list, *count, sizeof(*more));

	if (!more)
		return;
	*list = more;
	more[(*count)++] = (struct fcl_trace_track){reading->event.pid, reading->event.tid,
						    reading->argument};
}

static void events_add_board(struct fcl_trace_events *all, const struct reading *reading)
{
	struct fcl_trace_board *more = events_grow(all, all->boards, all->nboards, sizeof(*more));

	if (!more)
		return;
	all->boards = more;
	more[all->nboards++] = (struct fcl_trace_board){
		.device = reading->event.device,
		.name = reading->argument,
		.clock_mhz = reading->clock_mhz,
		.link = reading->link,
		.pid = reading->event.pid,
	};
}

static void events_add_name(const struct reading *reading)
{
	struct fcl_trace_events *all = reading->all;

	if (!strcmp(reading->event.name, "process_name"))
		add_track(all, &all->groups, &all->ngroups, reading);
	else if (!strcmp(reading->event.name, "thread_name"))
		add_track(all, &all->tracks, &all->ntracks, reading);
	else if (!strcmp(reading->event.name, "process_labels") &&
		 !strcmp(reading->category, "board"))
		events_add_board(all, reading);
}

static enum fcl_event_kind events_kind_of(const struct reading *reading)
{
	static const char *const categories[] = {
		[FCL_EVENT_CALL] = "api",     [FCL_EVENT_COMMAND] = "command",
		[FCL_EVENT_TRANSFER] = "dma", [FCL_EVENT_EXECUTION] = "cu",
		[FCL_EVENT_STALL] = "stall",  [FCL_EVENT_SWAP] = "swap",
		[FCL_EVENT_WAIT] = "wait",    [FCL_EVENT_FAULT] = "fault",
	};

	if (!strcmp(reading->category, "layer"))
		return FCL_EVENT_CALL;
	for (int kind = 0; kind < FCL_EVENT_KINDS; kind++)
		if (!strcmp(reading->category, categories[kind]))
			return (enum fcl_event_kind)kind;
	return FCL_EVENT_KINDS;
}

static bool events_keep(struct reading *reading)
{
	struct fcl_trace_events *all = reading->all;
	struct fcl_trace_event *event = &reading->event;

	if (event->nafter) {
		event->after = fcl_arena_alloc(&all->arena, event->nafter, sizeof(uint64_t));
		if (event->after)
			memcpy(event->after, reading->after, event->nafter * sizeof(uint64_t));
		else
			all->failed = true;
	}
	if (all->count == all->room) {
		uint64_t room = all->room ? all->room * 2 : 1024;
		struct fcl_trace_event *more = realloc(all->events, room * sizeof(*more));

		if (!more)
			return !(all->failed = true);
		all->events = more;
		all->room = room;
	}
	all->events[all->count++] = *event;
	return !all->failed;
}

static bool add_event(struct reading *reading)
{
	struct fcl_trace_events *all = reading->all;
	struct fcl_trace_event *event = &reading->event;

	event->kind = events_kind_of(reading);
	event->end = event->start + reading->duration;
	if (!strcmp(reading->category, "layer")) {
		char name[128];
		int length = snprintf(name, sizeof(name), "%.100s (layer)", event->name);

		event->name = fcl_trace_text(all, name, (size_t)length);
	}
	if (event->kind == FCL_EVENT_KINDS)
		return true; /* arrows, and events of other programs */
	if (!reading->take)
		return events_keep(reading);
	event->nafter = 0;
	return fcl_trace_process_of(event->pid) != reading->process ||
	       reading->take(reading->data, event);
}

static bool read_into(struct fcl_json *json, struct reading *reading)
{
	struct fcl_trace_event *event = &reading->event;

	reading->category = reading->argument = "";
	event->name = event->device = event->where = event->fifo = event->type = event->bound = "";
	if (!fcl_json_object(json, events_read_member, reading))
		return false;
	if (reading->phase == 'M') {
		events_add_name(reading);
		return !reading->all->failed;
	}
	/* A wait's end event repeats its name, and is skipped. */
	if (reading->phase != 'X' && reading->phase != 'i' && reading->phase != 'b')
		return true;
	return add_event(reading);
}

static bool read_event(struct fcl_json *json, void *data)
{
	struct reading reading = {.all = data};

	return read_into(json, &reading);
}

static bool read_whole(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	if (is(key, "traceEvents"))
		return fcl_json_array(json, read_event, data);
	return fcl_json_skip(json);
}

int fcl_trace_by_start(const void *a, const void *b)
{
	const struct fcl_trace_event *one = a, *other = b;

	return (one->start > other->start) - (one->start < other->start);
}

/* Returns the time of the process's first event, or of its last. */
static double edge_of(const struct fcl_trace_events *all, uint32_t process, bool last)
{
	double edge = 0;

	for (uint64_t i = 0; i < all->count; i++) {
		const struct fcl_trace_event *event = &all->events[i];

		if (fcl_trace_process_of(event->pid) != process)
			continue;
		if (!last)
			return event->start;
		if (event->end > edge)
			edge = event->end;
	}
	return edge;
}

/*
 * Keeps the process whose events end last, and those that ran at the same time: the file may also
 * contain events of earlier runs.
 */
static void keep_last_run(struct fcl_trace_events *all, uint32_t pid)
{
	uint32_t process = pid;
	uint64_t kept = 0;
	double begin = 0, end = 0;

	for (uint64_t i = 0; i < all->count && !pid; i++)
		if (all->events[i].end > end) {
			end = all->events[i].end;
			process = fcl_trace_process_of(all->events[i].pid);
		}
	begin = edge_of(all, process, false);
	for (uint64_t i = 0; i < all->count; i++) {
		uint32_t other = fcl_trace_process_of(all->events[i].pid);

		if (other == process || (!pid && all->events[i].end >= begin))
			all->events[kept++] = all->events[i];
	}
	all->left_out = all->count - kept;
	all->count = kept;
}

static int events_refuse(const char *path, const struct fcl_json *json, struct fcl_err *err)
{
	unsigned line = 1;

	for (const char *at = json->start; at < json->at && at < json->end; at++)
		line += *at == '\n';
	return fcl_err_set(err, -EINVAL,
			   "%s is not a trace written by FPGACL_TRACE: line %u: expected %s", path,
			   line, json->error ? json->error : "an array of events");
}

int fcl_trace_events_read(struct fcl_trace_events *events, const char *path, uint32_t pid,
			  struct fcl_err *err)
{
	char *bytes = NULL;
	size_t size = 0;
	int error = fcl_file_read(path, SIZE_MAX, &bytes, &size, err);
	struct fcl_json json;

	*events = (struct fcl_trace_events){0};
	if (error)
		return error;
	json = (struct fcl_json){.start = bytes, .at = bytes, .end = bytes + size};
	if (fcl_json_peek(&json) == '{')
		fcl_json_object(&json, read_whole, events);
	else
		fcl_json_array(&json, read_event, events);
	if (events->failed)
		error = fcl_err_set(err, -ENOMEM, "no memory for the events of %s", path);
	/* A process that was killed may leave an incomplete line. */
	else if (json.error &&
		 (!events->count || memchr(json.at, '\n', (size_t)(json.end - json.at))))
		error = events_refuse(path, &json, err);
	events->cut = json.error;
	free(bytes);
	if (error) {
		fcl_trace_events_free(events);
		return error;
	}
	if (events->count)
		qsort(events->events, events->count, sizeof(*events->events), fcl_trace_by_start);
	keep_last_run(events, pid);
	return 0;
}

/* Reads one line: an event and a comma, or an end of the array. False: stop. */
static bool events_read_line(struct reading reading, const char *line, size_t length)
{
	struct fcl_json json = {.start = line, .at = line, .end = line + length};
	bool good = true;

	if (fcl_json_peek(&json) != '{')
		return true;
	good = read_into(&json, &reading);
	reading.all->left_out += json.error != NULL;
	return good || json.error;
}

int fcl_trace_events_each(struct fcl_trace_events *names, const char *path, uint32_t pid,
			  bool (*take)(void *data, const struct fcl_trace_event *event), void *data,
			  struct fcl_err *err)
{
	const struct reading reading = {.all = names, .take = take, .data = data, .process = pid};
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	int error = file ? 0 : errno;

	*names = (struct fcl_trace_events){0};
	while (!error && (length = getline(&line, &room, file)) > 0)
		if (!events_read_line(reading, line, (size_t)length))
			break;
	if (file && ferror(file))
		error = errno;
	if (names->failed)
		error = ENOMEM;
	free(line);
	if (file)
		fclose(file);
	return error ? fcl_err_set(err, -error, "cannot read the events of %s: %s", path,
				   strerror(error))
		     : 0;
}

void fcl_trace_events_free(struct fcl_trace_events *events)
{
	free(events->events);
	free(events->boards);
	free(events->tracks);
	free(events->groups);
	fcl_arena_free(&events->arena);
	*events = (struct fcl_trace_events){0};
}

const struct fcl_trace_board *fcl_trace_events_board(const struct fcl_trace_events *events,
						     const char *device)
{
	const struct fcl_trace_board *found = NULL;

	for (uint32_t i = 0; i < events->nboards; i++)
		if (!strcmp(events->boards[i].device, device))
			found = &events->boards[i]; /* the last run's */
	return found;
}
