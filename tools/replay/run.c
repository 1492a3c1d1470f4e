/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/capture/recording.h"
#include "tools/replay/calls.h"
#include "tools/replay/compare.h"
#include "tools/replay/lent.h"
#include "tools/replay/names.h"
#include "tools/replay/order.h"
#include "tools/replay/packets.h"
#include "tools/replay/watch.h"
#include "tools/replay/writers.h"

enum { SAID = 20, FEW = 3, MUCH = 64 << 20 };

/* --- one call --------------------------------------------------------------------------------- */

static void skip(struct fcl_replay *replay, const struct fcl_step *step)
{
	if (*step->why && !step->call->status && replay->skipped++ < SAID)
		fcl_replay_say(replay, step->number, "not repeated: %s", step->why);
}

/* Waits of a call during which others were made are done when it returned. */
static bool waits_later(const struct fcl_step *step)
{
	return step->split &&
	       (step->id == FCL_CALL_clFinish || step->id == FCL_CALL_clWaitForEvents);
}

/* What had been enqueued when clFinish() was called. */
static void mark(struct fcl_step *step)
{
	struct fcl_object *queue;

	if (step->id != FCL_CALL_clFinish)
		return;
	queue = fcl_step_object(step, 0, FCL_OBJECT_QUEUE);
	if (queue && !clEnqueueMarkerWithWaitList(queue->handle, 0, NULL, &step->event))
		step->needs_event = true;
}

/* Whether it launches another kernel than the one that is wanted. */
static bool is_left_out(const struct fcl_step *step)
{
	unsigned at = step->id == FCL_CALL_clEnqueueTask ||
				      step->id == FCL_CALL_clEnqueueNDRangeKernel
			      ? 1
			      : 0;
	const struct fcl_object *kernel;
	char name[256] = "";

	if (!step->replay->only || !at)
		return false;
	kernel = fcl_objects_find(&step->replay->objects, FCL_OBJECT_KERNEL,
				  fcl_step_number(step, at));
	if (kernel)
		clGetKernelInfo(kernel->handle, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL);
	if (strcmp(name, step->replay->only) != 0)
		return true;
	step->replay->launched++;
	return false;
}

/* A marker has the launch's event, and waits for the same events. */
static void leave_out(struct fcl_step *step)
{
	unsigned at = step->id == FCL_CALL_clEnqueueTask ? 2 : 6;
	cl_command_queue queue = fcl_step_handle(step, 0, FCL_OBJECT_QUEUE);
	cl_uint count = (cl_uint)fcl_step_number(step, at);
	cl_event *list = fcl_step_handles(step, at + 1, FCL_OBJECT_EVENT, count);

	fcl_step_handle(step, 1, FCL_OBJECT_KERNEL);
	step->replay->left_out++;
	step->event_index = at + 2;
	if (!step->skip)
		step->status = clEnqueueMarkerWithWaitList(
			queue, count, list, fcl_step_number(step, at + 2) ? &step->event : NULL);
}

static void say_address(const struct fcl_step *step)
{
	if (step->address && step->replay->moved++ < FEW)
		fcl_replay_say(
			step->replay, step->number,
			"its contents have 0x%" PRIx64
			" at byte %zu, an address in shared virtual memory, which is elsewhere here",
			step->address, step->address_at);
}

static void make_step(struct fcl_step *step, bool known)
{
	bool left_out = known && is_left_out(step);

	if (!known)
		fcl_step_skip(step, "this version does not know it");
	else if (fcl_call_refused(step->id))
		fcl_step_skip(step, "%s", fcl_call_refused(step->id));
	else if (waits_later(step))
		mark(step);
	else if (left_out)
		leave_out(step);
	else if (fcl_packet_is(step))
		fcl_packet_make(step);
	else
		fcl_call_make(step);
	if (step->skip)
		return;
	step->replay->made++;
	say_address(step);
	if (step->status)
		return;
	fcl_writers_note(step, left_out);
	/* Now: before the call returned in the program, another one may have got the same handle. */
	fcl_writers_references(step);
}

/* What was to be made after that call. */
static void make_late(struct fcl_replay *replay, uint64_t number)
{
	for (struct fcl_step **at = &replay->late; *at;) {
		struct fcl_step *step = *at;

		if (step->after != number) {
			at = &step->next;
			continue;
		}
		*at = step->next;
		make_step(step, true);
		make_late(replay, step->number);
		at = &replay->late;
	}
}

static void make(struct fcl_replay *replay, uint64_t event)
{
	uint64_t number = replay->capture->events[event].call;
	struct fcl_step *step = fcl_step_create(replay, number);
	unsigned call = replay->capture->calls[number].call;
	int32_t id = call < replay->nids ? replay->ids[call] : -1;

	if (!step)
		return;
	replay->steps[number] = step;
	step->id = id < 0 ? 0 : (enum fcl_call_id)id;
	step->after = fcl_packet_is(step) ? FCL_NOT_LATE : fcl_order_after(replay, event);
	if (step->after == FCL_NOT_LATE) {
		make_step(step, id >= 0);
	} else {
		step->next = replay->late;
		replay->late = step;
	}
	make_late(replay, number);
}

/* --- its result ------------------------------------------------------------------------------- */

static void add(struct fcl_step *step, enum fcl_object_type type, uint64_t captured, void *handle)
{
	struct fcl_object *object, *parent;

	if (!captured || !handle)
		return;
	object = fcl_objects_add(&step->replay->objects, type, captured, handle);
	if (!object)
		return;
	object->made_by = step->number;
	object->host = step->host;
	object->host_size = step->host_size;
	if (step->id != FCL_CALL_clCreateSubBuffer)
		return;
	parent = fcl_step_object(step, 0, FCL_OBJECT_MEM);
	fcl_writers_part(step, object, parent);
}

static void add_made(struct fcl_step *step)
{
	struct fcl_value value;
	void **made = step->made;
	const uint8_t *at;

	if (!made || !fcl_step_result(step, step->made_index, &value) ||
	    value.type != FCL_VALUE_LIST)
		return;
	at = value.bytes;
	for (uint64_t i = 0; i < value.number; i++)
		add(step, step->made_type, fcl_value_item(&value, &at),
		    i < step->made_count ? made[i] : NULL);
}

/* Later calls use what this one has made. */
static void add_objects(struct fcl_step *step)
{
	struct fcl_value value;

	if (step->returned_type && fcl_step_result(step, FCL_CAPTURE_RETURNED, &value))
		add(step, step->returned_type, value.number, step->returned);
	if (step->event && step->event_index && fcl_step_result(step, step->event_index, &value)) {
		add(step, FCL_OBJECT_EVENT, value.number, step->event);
		if (step->needs_event)
			clRetainEvent(step->event);
	}
	add_made(step);
	if (!step->sync_index || step->status || !fcl_step_number(step, step->sync_index))
		return;
	if (!fcl_step_result(step, step->sync_index, &value))
		value.number = 0;
	add(step, FCL_OBJECT_SYNC_POINT, fcl_step_sync_key(step, (cl_uint)value.number),
	    (void *)((uintptr_t)step->sync_point + 1));
}

static void wait_now(struct fcl_step *step)
{
	if (step->id == FCL_CALL_clFinish && step->event)
		step->status = clWaitForEvents(1, &step->event);
	else if (step->id == FCL_CALL_clWaitForEvents)
		fcl_call_make(step);
}

static void compare_status(struct fcl_replay *replay, const struct fcl_step *step)
{
	if (step->status == step->call->status || step->number < replay->from)
		return;
	if (replay->other_status++ < SAID)
		fcl_replay_say(replay, step->number, "returned %d, and %d in the captured run",
			       step->status, step->call->status);
}

static bool is_busy(const struct fcl_step *step)
{
	cl_int status = CL_COMPLETE;

	if (!step->event || clGetEventInfo(step->event, CL_EVENT_COMMAND_EXECUTION_STATUS,
					   sizeof(status), &status, NULL))
		return false;
	return status > CL_COMPLETE;
}

/* Frees the steps whose commands have ended. */
static void sweep(struct fcl_replay *replay, bool all)
{
	for (struct fcl_step **at = &replay->busy; *at;) {
		struct fcl_step *step = *at;

		if (!all && is_busy(step)) {
			at = &step->next;
			continue;
		}
		*at = step->next;
		replay->busy_bytes -= step->bytes;
		fcl_step_free(step);
	}
}

static void done_with(struct fcl_replay *replay, struct fcl_step *step)
{
	replay->steps[step->number] = NULL;
	if (!step->needs_event || !step->event) {
		fcl_step_free(step);
		return;
	}
	step->next = replay->busy;
	replay->busy = step;
	replay->busy_bytes += step->bytes;
}

/* Now and then, and when much memory is kept for commands that may have ended. */
static void sweep_some(struct fcl_replay *replay, uint64_t number)
{
	if (replay->busy_bytes > replay->sweep_at || number % 256 == 0) {
		sweep(replay, false);
		replay->sweep_at = replay->busy_bytes + MUCH;
	}
}

static void finish(struct fcl_replay *replay, uint64_t number)
{
	struct fcl_step *step = replay->steps[number];

	if (!step)
		return;
	fcl_packet_finish(step);
	make_late(replay, step->after); /* without --until, it is made by now */
	if (!step->skip && waits_later(step))
		wait_now(step);
	if (step->skip) {
		skip(replay, step);
	} else {
		add_objects(step);
		compare_status(replay, step);
	}
	if (step->skip || !step->nbacks)
		done_with(replay, step);
	sweep_some(replay, number);
}

static void read_back(struct fcl_replay *replay, const struct fcl_captured_event *event)
{
	struct fcl_step *step = replay->steps[event->call];

	if (step && fcl_compare(step, event->at))
		done_with(replay, step);
}

/* Releases what the program had not released. */
static void release(const struct fcl_object *object)
{
	switch (object->type) {
	case FCL_OBJECT_CONTEXT:
		clReleaseContext(object->handle);
		break;
	case FCL_OBJECT_QUEUE:
		clReleaseCommandQueue(object->handle);
		break;
	case FCL_OBJECT_MEM:
		clReleaseMemObject(object->handle);
		break;
	case FCL_OBJECT_SAMPLER:
		clReleaseSampler(object->handle);
		break;
	case FCL_OBJECT_PROGRAM:
		clReleaseProgram(object->handle);
		break;
	case FCL_OBJECT_KERNEL:
		clReleaseKernel(object->handle);
		break;
	case FCL_OBJECT_EVENT:
		clReleaseEvent(object->handle);
		break;
	case FCL_OBJECT_COMMAND_BUFFER:
		fcl_call_release_command_buffer(object->handle);
		break;
	default:
		break;
	}
}

static void free_steps(struct fcl_replay *replay)
{
	replay->late = replay->packets = NULL;
	for (uint64_t i = 0; i < replay->capture->ncalls; i++)
		fcl_step_free(replay->steps[i]);
	sweep(replay, true);
	free(replay->steps);
	replay->steps = NULL;
}

void fcl_replay_end(struct fcl_replay *replay)
{
	for (const struct fcl_object *object = replay->objects.all; object;
	     object = object->made_before)
		if (object->type == FCL_OBJECT_QUEUE && object->references > 0)
			clFinish(object->handle);
	free_steps(replay);
	for (struct fcl_object *object = replay->objects.all, *next; object; object = next) {
		next = object->made_before;
		while (object->references-- > 0)
			release(object);
		if (!object->parent)
			free(object->host);
		free(object->arguments);
		free(object);
	}
	free(replay->objects.buckets);
	memset(&replay->objects, 0, sizeof(replay->objects));
	fcl_step_drop_contents(replay->last_contents);
	replay->last_contents = NULL;
	fcl_lent_forget(replay);
	while (replay->nplaces)
		free(replay->places[--replay->nplaces].box);
}

static int prepare(struct fcl_replay *replay, struct fcl_err *err)
{
	static cl_icd_dispatch table = {.clGetImageInfo = clGetImageInfo,
					.clGetPipeInfo = clGetPipeInfo};

	fcl_capture_next = &table; /* for the sizes of images and packets */
	replay->steps = calloc(replay->capture->ncalls + 1, sizeof(void *));
	if (!replay->steps)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	return 0;
}

/* User events that the program has not set: nothing waits for them any more. */
static void open_gates(const struct fcl_replay *replay)
{
	for (const struct fcl_object *object = replay->objects.all; object;
	     object = object->made_before)
		if (object->type == FCL_OBJECT_EVENT && object->references > 0)
			clSetUserEventStatus(object->handle, -1);
}

int fcl_replay_run(struct fcl_replay *replay, struct fcl_err *err)
{
	int error = prepare(replay, err);

	for (uint64_t i = 0; i < replay->capture->nevents && !error; i++) {
		const struct fcl_captured_event *event = &replay->capture->events[i];

		if (event->call > replay->until)
			continue;
		fcl_watch_call(event->call);
		if (event->kind == FCL_CAPTURE_CALL)
			make(replay, i);
		else if (event->kind == FCL_CAPTURE_RESULT)
			finish(replay, event->call);
		else if (event->kind == FCL_CAPTURE_NOTE)
			fcl_writers_unknown(replay, event->at);
		else
			read_back(replay, event);
	}
	open_gates(replay);
	return error;
}
