/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/running/timeline.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/log.h"
#include "base/text.h"
#include "emulator/execution/running/joint.h"
#include "emulator/execution/running/running.h"
#include "emulator/execution/running/usage.h"
#include "emulator/state/board.h"
#include "emulator/state/program.h"
#include "emulator/time/recorded.h"

/* What an HLS tool gives a port unless told otherwise (UG1399, "AXI4 Master Interface"). */
enum { BURST = 16, OUTSTANDING = 16 };
/* How long a run waits for what others do to its time, or for CUs that were never started. */
enum { YIELDS = 1000 };
#define OTHERS_NS UINT64_C(2000000000)
#define STARTS_NS UINT64_C(500000000)

/* A process or channel. The next execution has the same, by its name. */
struct line_object {
	char *name;
	bool used; /* in this execution */
	uint32_t number;
	uint64_t base, last; /* of a process: where its time begins in this execution, and ends */
};

struct line_objects {
	struct line_object *items;
	uint32_t count;
};

struct fcl_emu_timeline {
	struct fcl_emu_joint *joint;
	struct line_objects processes, channels;
	uint32_t top;    /* of a joint: the process of the CU itself */
	bool started;    /* it has been; guarded by the joint's lock */
	bool counts;     /* in this execution */
	uint64_t begins; /* the cycle in which the execution begins */
	char why[256];
	struct fcl_err err; /* why it knows no more; an empty text: it does */
	uint32_t *streams;  /* by model port; FCL_TIME_NONE: not used yet */
	uint32_t *buses;    /* the same */
};

_Static_assert(sizeof(struct fcl_model_event) == sizeof(struct fcl_time_event) &&
		       (int)FCL_MODEL_TIME_RESPONSE == (int)FCL_TIME_RESPONSE &&
		       (int)FCL_MODEL_TIME_WRITE == (int)FCL_TIME_WRITE &&
		       (int)FCL_MODEL_TIME_READ_BEAT == (int)FCL_TIME_READ_BEAT &&
		       (int)FCL_MODEL_TIME_FREE == (int)FCL_TIME_FREE,
	       "events are those of the time line");

static struct fcl_emu_cu *own(struct fcl_cu *cu)
{
	return (struct fcl_emu_cu *)cu;
}

/* A free-running kernel runs again and again: nobody asks how long. */
static bool ends(const struct fcl_emu_cu *cu)
{
	return cu->model->control != FCL_MODEL_CTRL_NONE || cu->request;
}

/* --- its parts --------------------------------------------------------------------------------- */

static struct line_object *object_add(struct line_objects *objects, const char *name)
{
	struct line_object *items = realloc(objects->items, (objects->count + 1) * sizeof(*items));
	char *copy = strdup(name);

	if (items)
		objects->items = items;
	if (!items || !copy) {
		free(copy);
		return NULL;
	}
	items[objects->count] = (struct line_object){.name = copy};
	return &items[objects->count++];
}

/* The next object of an execution: one of an earlier execution, or a new one. NULL: no memory. */
static struct line_object *object_next(struct line_objects *objects, const char *name,
				       bool *ret_new)
{
	struct line_object *object = objects->items;

	while (object != objects->items + objects->count &&
	       (object->used || strcmp(object->name, name) != 0))
		object++;
	*ret_new = object == objects->items + objects->count;
	if (*ret_new)
		object = object_add(objects, name);
	if (object)
		object->used = true;
	return object;
}

static void objects_reset(struct line_objects *objects)
{
	for (uint32_t i = 0; i < objects->count; i++)
		objects->items[i].used = false;
}

static void objects_free(struct line_objects *objects)
{
	for (uint32_t i = 0; i < objects->count; i++)
		free(objects->items[i].name);
	free(objects->items);
}

static int line_process(const struct fcl_emu_cu *cu, struct fcl_emu_timeline *line,
			const char *name, struct line_object **ret_object)
{
	bool is_new;
	struct line_object *object = object_next(&line->processes, name, &is_new);
	const struct fcl_time_process process = {
		.name = name, .clock = line->joint->clock, .free_running = !ends(cu)};
	int error = 0;

	if (!object)
		return fcl_err_set(&line->err, -ENOMEM, "out of memory");
	if (is_new)
		error = fcl_time_add_process(line->joint->time, &process, &object->number,
					     &line->err);
	*ret_object = object;
	return error;
}

static struct fcl_emu_timeline *timeline_create(struct fcl_emu_cu *cu)
{
	struct fcl_emu_joint *joint = cu->first->joint ? cu->first->joint : fcl_emu_joint_open(cu);
	uint32_t nports = cu->model->nports;
	struct fcl_emu_timeline *line = calloc(1, sizeof(*line));
	uint32_t *numbers = malloc((2 * nports + 1) * sizeof(*numbers));

	if (!joint || !line || !numbers) {
		if (joint && !joint->shared)
			fcl_emu_joint_close(joint);
		free(line);
		free(numbers);
		return NULL;
	}
	for (uint32_t i = 0; i < 2 * nports; i++)
		numbers[i] = FCL_TIME_NONE;
	line->joint = joint;
	line->streams = numbers;
	line->buses = numbers + nports;
	cu->timeline = line;
	return line;
}

void fcl_emu_timeline_destroy(struct fcl_emu_cu *cu)
{
	struct fcl_emu_timeline *line = cu->timeline;

	if (!line)
		return;
	if (!line->joint->shared)
		fcl_emu_joint_close(line->joint);
	objects_free(&line->processes);
	objects_free(&line->channels);
	free(line->streams);
	free(line);
	cu->timeline = NULL;
}

/* --- what executions say ----------------------------------------------------------------------- */

static bool has_pipes(const struct fcl_emu_cu *cu)
{
	for (uint32_t i = 0; i < cu->model->nports; i++)
		if (cu->model->ports[i].kind != FCL_MODEL_PORT_MEMORY &&
		    (!cu->ports[i] || cu->ports[i] != cu->wired[i]))
			return true;
	return false;
}

/*
 * The processes of all CUs of a joint are there from the start: what one finds depends on when
 * others write.
 */
static void begin_all(struct fcl_emu_program *program, const struct fcl_emu_joint *joint)
{
	for (uint32_t i = 0; i < program->ncus; i++) {
		struct fcl_emu_cu *cu = &program->cus[i];
		struct fcl_emu_timeline *line = cu->joint == joint ? timeline_create(cu) : NULL;
		struct line_object *top;

		if (line && !line_process(cu, line, cu->pub.name, &top))
			line->top = top->number;
	}
}

static void joint_begin(struct fcl_emu_cu *cu)
{
	struct fcl_emu_joint *joint = cu->first->joint;

	/* A kernel that runs once for each work-group has a line for each run. */
	if (!joint) {
		fcl_emu_timeline_destroy(cu);
		timeline_create(cu);
		return;
	}
	pthread_mutex_lock(&joint->lock);
	if (!joint->since_ns && joint->time) {
		joint->since_ns = fcl_now_ns();
		begin_all(cu->program, joint);
	}
	if (cu->timeline)
		cu->timeline->started = true;
	pthread_mutex_unlock(&joint->lock);
}

static const char *refusal(struct fcl_emu_cu *cu, const char *unknown)
{
	struct fcl_emu_timeline *line;

	if (unknown && cu->first->joint)
		fcl_emu_joint_refuse(cu->first->joint, "%s is not counted: %s", cu->name, unknown);
	if (unknown)
		return unknown;
	if (has_pipes(cu))
		return "a stream is a pipe of the launch, or has no other end";
	joint_begin(cu);
	line = cu->timeline;
	if (!line)
		return cu->first->joint ? cu->first->joint->why : "out of memory";
	if (!*line->err.text && !fcl_emu_joint_refuses(line->joint, line->why))
		return NULL;
	return *line->err.text ? line->err.text : line->why;
}

const char *fcl_emu_timeline_begin(struct fcl_cu *pub, const char *unknown)
{
	struct fcl_emu_cu *cu = own(pub);
	const char *why = refusal(cu, unknown);

	if (why)
		return why;
	cu->timeline->counts = true;
	objects_reset(&cu->timeline->processes);
	objects_reset(&cu->timeline->channels);
	return NULL;
}

/* NULL: it is not counted. */
static struct fcl_emu_timeline *counting(struct fcl_cu *cu)
{
	struct fcl_emu_timeline *line = own(cu)->timeline;

	return line && line->counts ? line : NULL;
}

/* It goes on where it ended in the execution before. Older payloads do not say that they begin. */
uint32_t fcl_emu_timeline_process(struct fcl_cu *cu, const char *name)
{
	struct fcl_emu_timeline *line;
	struct line_object *object;

	if (!counting(cu) && fcl_emu_timeline_begin(cu, NULL))
		return FCL_TIME_NONE;
	line = own(cu)->timeline;
	if (line_process(own(cu), line, name, &object))
		return FCL_TIME_NONE;
	object->base = object->last;
	return (uint32_t)(object - line->processes.items);
}

uint32_t fcl_emu_timeline_channel(struct fcl_cu *cu, const struct fcl_model_channel *channel)
{
	struct fcl_emu_timeline *line = counting(cu);
	const struct fcl_time_channel made = {.name = channel->name,
					      .depth = channel->depth,
					      .bits = channel->bits,
					      .read_latency = channel->read_latency,
					      .write_latency = channel->write_latency,
					      .writer = FCL_TIME_NONE,
					      .reader = FCL_TIME_NONE,
					      .fixed = !channel->bits};
	bool is_new;
	struct line_object *object = line ? object_next(&line->channels, channel->name, &is_new)
					  : NULL;

	if (!object)
		return FCL_TIME_NONE;
	if (is_new && fcl_time_add_channel(line->joint->time, &made, &object->number, &line->err))
		object->number = FCL_TIME_NONE;
	return object->number;
}

uint32_t fcl_emu_timeline_stream(struct fcl_cu *pub, uint32_t port, uint64_t *ret_moved)
{
	struct fcl_emu_cu *cu = own(pub);
	struct fcl_emu_timeline *line = cu->timeline;
	const struct fcl_model_fifo *fifo = &cu->wired[port]->pub;

	*ret_moved = cu->model->ports[port].kind == FCL_MODEL_PORT_STREAM_IN ? fifo->head
									     : fifo->tail;
	if (line->streams[port] == FCL_TIME_NONE)
		fcl_emu_joint_stream(line->joint, cu, port, &line->streams[port], &line->err);
	return line->streams[port];
}

static int line_add_bus(struct fcl_emu_timeline *line, const struct fcl_emu_cu *cu, uint32_t port,
			uint32_t bytes)
{
	struct fcl_time_port made = {.name = cu->model->ports[port].name,
				     .clock = line->joint->clock,
				     .bytes = bytes,
				     .read_burst = BURST,
				     .write_burst = BURST,
				     .reads = OUTSTANDING,
				     .writes = OUTSTANDING,
				     .shares = FCL_TIME_NONE};
	int error = fcl_emu_joint_bank(line->joint, cu, port, &made.bank, &line->err);

	return error ? error
		     : fcl_time_add_port(line->joint->time, &made, &line->buses[port], &line->err);
}

uint32_t fcl_emu_timeline_bus(struct fcl_cu *cu, uint32_t port, uint32_t bytes)
{
	struct fcl_emu_timeline *line = counting(cu);

	if (!line || port >= own(cu)->model->nports)
		return FCL_TIME_NONE;
	if (line->buses[port] == FCL_TIME_NONE)
		line_add_bus(line, own(cu), port, bytes);
	return line->buses[port];
}

static uint64_t interval_of(const struct fcl_emu_cu *cu)
{
	const struct fcl_model *model = cu->model;
	bool has = model->size >= offsetof(struct fcl_model, timing) + sizeof(void *);

	return has && model->timing ? model->timing->interval : 0;
}

static void line_push(struct fcl_emu_timeline *line, const struct line_object *process,
		      const struct fcl_model_event *events, uint64_t count, uint64_t frontier)
{
	struct fcl_time_event moved[64];
	uint64_t done = 0, part;

	do {
		part = count - done < 64 ? count - done : 64;
		for (uint64_t i = 0; i < part; i++) {
			memcpy(&moved[i], &events[done + i], sizeof(moved[i]));
			moved[i].at += process->base;
		}
		done += part;
		if (!*line->err.text)
			fcl_time_push(line->joint->time, process->number, moved, part,
				      done == count ? process->base + frontier : 0, &line->err);
	} while (done < count);
}

void fcl_emu_timeline_events(struct fcl_cu *cu, uint32_t process,
			     const struct fcl_model_event *events, uint64_t count,
			     uint64_t frontier)
{
	struct fcl_emu_timeline *line = counting(cu);
	uint64_t interval = interval_of(own(cu)), next;
	bool overlaps = !process && interval && !ends(own(cu));
	struct line_object *object;

	if (!line || process >= line->processes.count)
		return;
	object = &line->processes.items[process];
	if (overlaps && frontier > interval)
		frontier = interval;
	line_push(line, object, events, count, frontier);
	/* The kernel itself begins again in the cycle behind its last, or while it runs. */
	next = overlaps ? interval : frontier + !process;
	if (object->base + next > object->last)
		object->last = object->base + next;
}

/* --- questions --------------------------------------------------------------------------------- */

/* What others ask no longer waits for CUs that nobody has started. */
static void begin_without(struct fcl_emu_cu *cu, struct fcl_emu_joint *joint)
{
	const struct fcl_emu_program *program = cu->program;

	pthread_mutex_lock(&joint->lock);
	if (joint->shared && !joint->begun && fcl_now_ns() - joint->since_ns > STARTS_NS) {
		joint->begun = true;
		for (uint32_t i = 0; i < program->ncus; i++) {
			const struct fcl_emu_timeline *line = program->cus[i].timeline;

			if (program->cus[i].joint == joint && line && !line->started)
				fcl_time_idle(joint->time, line->top);
		}
	}
	pthread_mutex_unlock(&joint->lock);
}

/* Code that asks cannot go on without an answer, as a board could not. */
static int answered(struct fcl_emu_cu *cu, int result)
{
	struct fcl_emu_timeline *line = cu->timeline;

	if (result < 0)
		fcl_emu_cu_fail(cu, line->err.code, "%s", line->err.text);
	if (!result && fcl_emu_joint_refuses(line->joint, line->why))
		fcl_emu_cu_fail(cu, -EIO,
				"it asks for the time of a stream, which is not known: %s",
				line->why);
	if (!result)
		begin_without(cu, line->joint);
	return result;
}

int fcl_emu_timeline_ask(struct fcl_cu *pub, uint32_t process,
			 const struct fcl_model_event *question, uint64_t *ret_answer)
{
	struct fcl_emu_timeline *line = own(pub)->timeline;
	const struct line_object *object = &line->processes.items[process];
	struct fcl_time_event moved;

	memcpy(&moved, question, sizeof(moved));
	moved.at += object->base;
	return answered(own(pub), fcl_time_ask(line->joint->time, object->number, &moved,
					       ret_answer, &line->err));
}

int fcl_emu_timeline_answer(struct fcl_cu *pub, uint32_t process, uint64_t *ret_answer)
{
	struct fcl_emu_timeline *line = own(pub)->timeline;

	return answered(own(pub),
			fcl_time_answer(line->joint->time, line->processes.items[process].number,
					ret_answer, &line->err));
}

void fcl_emu_timeline_wait(struct fcl_cu *cu, uint32_t process, uint32_t channel, uint64_t element)
{
	struct fcl_emu_timeline *line = own(cu)->timeline;

	if (!*line->err.text)
		fcl_time_wait(line->joint->time, line->processes.items[process].number, channel,
			      element, &line->err);
}

void fcl_emu_timeline_rest(struct fcl_cu *cu, uint32_t process)
{
	struct fcl_emu_timeline *line = own(cu)->timeline;

	fcl_time_idle(line->joint->time, line->processes.items[process].number);
}

/* --- what is reported -------------------------------------------------------------------------- */

static void log_channel(const struct fcl_emu_cu *cu, const struct fcl_emu_timeline *line,
			uint32_t channel)
{
	struct fcl_time_channel_use use;

	if (!fcl_time_channel_use(line->joint->time, channel, &use) || !use.bits)
		return;
	fcl_log(FCL_LOG_INFO, cu->name,
		"stream %s: %" PRIu64 " elements, at most %" PRIu64 " of %" PRIu64
		" in it; its writer waited %" PRIu64 " cycles, its reader %" PRIu64 " (estimate)",
		use.name, use.written, use.most, use.depth, use.writer_waited, use.reader_waited);
}

static void log_channels(const struct fcl_emu_cu *cu, const struct fcl_emu_timeline *line)
{
	for (uint32_t i = 0; i < line->channels.count; i++)
		if (line->channels.items[i].used)
			log_channel(cu, line, line->channels.items[i].number);
	for (uint32_t i = 0; i < cu->model->nports; i++)
		log_channel(cu, line, line->streams[i]);
}

static void log_ports(const struct fcl_emu_cu *cu, const struct fcl_emu_timeline *line)
{
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		struct fcl_time_port_use use;

		if (!fcl_time_port_use(line->joint->time, line->buses[i], &use))
			continue;
		fcl_log(FCL_LOG_INFO, cu->name,
			"port %s: read %" PRIu64 " elements in %" PRIu64 " bursts, wrote %" PRIu64
			" in %" PRIu64 "; waited for memory in %" PRIu64 " cycles (estimate)",
			use.name, use.read_beats, use.read_bursts, use.write_beats,
			use.write_bursts, use.waited);
	}
}

/* Runs of others that are under way may still say what it waits for. */
static int line_answer(struct fcl_emu_cu *cu, struct fcl_emu_timeline *line, uint64_t *ret_cycle)
{
	uint32_t process = line->processes.items[0].number, pauses = 0;
	uint64_t until = fcl_now_ns() + OTHERS_NS;
	int result = 0;

	while (!result && line->joint->shared && fcl_now_ns() < until) {
		begin_without(cu, line->joint);
		if (pauses++ < YIELDS)
			fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_YIELD);
		else
			fcl_emu_cu_back_off(cu);
		result = fcl_time_answer(line->joint->time, process, ret_cycle, &line->err);
	}
	return result;
}

/*
 * The cycles from the beginning of an execution to its end at `cycles` of its own time; false: there
 * is a reason why they are not known, in the line's error.
 */
static bool line_finish(struct fcl_emu_cu *cu, struct fcl_emu_timeline *line, uint64_t *cycles)
{
	struct line_object *top = &line->processes.items[0];
	const struct fcl_time_event end = {.at = top->base + *cycles, .op = FCL_TIME_NOW};
	uint64_t cycle = 0;
	int result;

	for (uint32_t i = 1; i < line->processes.count; i++)
		if (line->joint->shared)
			fcl_time_idle(line->joint->time, line->processes.items[i].number);
		else
			fcl_time_end(line->joint->time, line->processes.items[i].number, false);
	if (*line->err.text)
		return false;
	result = fcl_time_ask(line->joint->time, top->number, &end, &cycle, &line->err);
	if (!result)
		result = line_answer(cu, line, &cycle);
	fcl_time_idle(line->joint->time, top->number);
	if (!result)
		fcl_err_set(&line->err, -EIO, "its time line has not come to its end");
	if (result <= 0)
		return false;
	top->last = end.at + 1;
	*cycles = cycle - line->begins;
	line->begins = cycle + 1;
	return true;
}

/* For `fpgacl fifos`; also of a run that ended in a deadlock. */
static void line_save(const struct fcl_emu_cu *cu, const struct fcl_emu_timeline *line)
{
	static atomic_uint saved;
	const char *folder = fcl_config_string(FCL_CONFIG_CYCLES_RECORD);
	const char *name = strrchr(cu->name, ':');
	struct fcl_err err = {0};
	struct fcl_text file = {0}, path = {0};

	if (!*folder)
		return;
	fcl_text_format(&path, "%s/%s-%u.fifos", folder, name ? name + 1 : cu->name,
			atomic_fetch_add(&saved, 1) + 1);
	if (fcl_folder_make(folder))
		fcl_err_set(&err, -EIO, "cannot create the folder '%s'", folder);
	else if (!path.failed && !fcl_time_save(line->joint->time, &file, &err))
		fcl_file_write(path.bytes, file.bytes, file.size, &err);
	if (*err.text)
		fcl_log(FCL_LOG_WARN, cu->name, "FPGACL_CYCLES_RECORD: %s", err.text);
	fcl_text_free(&file);
	fcl_text_free(&path);
}

static bool has_memory(const struct fcl_emu_cu *cu, const struct fcl_emu_timeline *line)
{
	for (uint32_t i = 0; i < cu->model->nports; i++)
		if (line->buses[i] != FCL_TIME_NONE)
			return true;
	return false;
}

void fcl_emu_timeline_counted(struct fcl_cu *pub, uint64_t cycles, const char *sure,
			      const char *unknown)
{
	struct fcl_emu_cu *cu = own(pub);
	struct fcl_emu_timeline *line = unknown ? NULL : counting(pub);

	if (!line && !unknown)
		unknown = "it was compiled by an older fpgaclc";
	if (line && !ends(cu)) {
		fcl_time_idle(line->joint->time, line->processes.items[0].number);
		line->counts = false;
		return;
	}
	if (line && !line_finish(cu, line, &cycles))
		unknown = line->err.text;
	/* The kernel has computed its results all the same, as its code has FIFOs without limits. */
	if (line && unknown && line->err.code == -EDEADLK)
		fcl_log(FCL_LOG_WARN, cu->name, "on a board it would hang (estimate): %s", unknown);
	if (line)
		line_save(cu, line);
	/* The time of memory is that of a model. */
	if (line && has_memory(cu, line) && !strcmp(sure, "exact"))
		sure = "interpolated";
	fcl_emu_usage_counted(cu, cycles, sure, unknown);
	if (line && !unknown && fcl_log_enabled(FCL_LOG_INFO)) {
		log_channels(cu, line);
		log_ports(cu, line);
	}
	if (line)
		line->counts = false;
}

/* A failed execution has no last cycle, so neither has one that waited for what it would send. */
static void line_break(struct fcl_emu_cu *cu, struct fcl_emu_timeline *line)
{
	line->counts = false;
	fcl_emu_joint_refuse(line->joint, "an execution of %s has failed", cu->name);
	for (uint32_t i = 0; i < line->processes.count; i++)
		fcl_time_end(line->joint->time, line->processes.items[i].number, true);
}

void fcl_emu_timeline_close(struct fcl_emu_cu *cu)
{
	struct fcl_emu_timeline *line = cu->timeline;

	if (line && line->counts)
		line_break(cu, line);
	if (line && !line->joint->shared)
		fcl_emu_timeline_destroy(cu);
}
