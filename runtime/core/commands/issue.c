/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/commands/issue.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "runtime/core/commands/command_buffer.h"
#include "runtime/core/commands/program_pipe.h"
#include "runtime/core/commands/replay.h"
#include "runtime/core/commands/submit.h"
#include "runtime/core/commands/work.h"
#include "runtime/core/graph/complete.h"
#include "runtime/core/graph/event.h"
#include "runtime/core/graph/failures.h"
#include "runtime/core/graph/worker.h"
#include "runtime/core/launches/launch.h"
#include "runtime/core/objects/callback.h"
#include "runtime/core/objects/map.h"
#include "runtime/core/objects/svm.h"
#include "runtime/core/residency/uses.h"

enum {
	HOST_COPY_NOW = 64 * 1024, /* bytes, whose copy takes a few microseconds */
	FEW_USES = 16,             /* of buffers by one command */
};

static struct fcl_hal_buffer *hal_buffer(const struct fcl_event *event, const struct fcl_mem *mem)
{
	return fcl_residency_buffer(mem, fcl_event_side(event));
}

static void submit_transfer(struct fcl_event *event, enum fcl_hal_op op)
{
	struct fcl_hal_request *request = &event->request;
	const struct fcl_mem *mem = event->work.transfer.mem;

	request->op = op;
	request->u.transfer.buffer = hal_buffer(event, mem);
	request->u.transfer.offset = mem->origin + event->work.transfer.offset;
	request->u.transfer.host = event->work.transfer.host;
	request->u.transfer.box = event->work.transfer.box;
	fcl_submit(event);
}

static void submit_copy(struct fcl_event *event)
{
	struct fcl_hal_request *request = &event->request;
	const struct fcl_mem *source = event->work.copy.source, *target = event->work.copy.target;

	request->op = FCL_HAL_COPY;
	request->u.copy.source = hal_buffer(event, source);
	request->u.copy.target = hal_buffer(event, target);
	request->u.copy.source_offset = source->origin + event->work.copy.source_offset;
	request->u.copy.target_offset = target->origin + event->work.copy.target_offset;
	request->u.copy.box = event->work.copy.box;
	fcl_submit(event);
}

static void submit_fill(struct fcl_event *event)
{
	struct fcl_hal_request *request = &event->request;
	const struct fcl_mem *mem = event->work.fill.mem;

	request->op = FCL_HAL_FILL;
	request->u.fill.buffer = hal_buffer(event, mem);
	request->u.fill.offset = mem->origin + event->work.fill.offset;
	request->u.fill.bytes = event->work.fill.size;
	request->u.fill.pattern_size = event->work.fill.pattern_size;
	memcpy(request->u.fill.pattern, event->work.fill.pattern, event->work.fill.pattern_size);
	fcl_submit(event);
}

/* Ends a command that is done once its data is on the right side. */
static void complete_now(struct fcl_event *event)
{
	if (event->queued_ns)
		event->end_ns = fcl_now_ns();
	fcl_event_reach(event, CL_RUNNING);
	fcl_complete(event, CL_COMPLETE);
}

/*
 * Copies between host memory; no device is involved. Large copies are left to the device's worker,
 * so that they do not block an enqueueing thread.
 */
static void copy_on_host(struct fcl_event *event)
{
	bool now = event->work.host_copy.size <= HOST_COPY_NOW || event->work.host_copy.handed_on;

	event->work.host_copy.handed_on = !now;
	if (!now) {
		fcl_event_reach(event, CL_RUNNING);
		event->next_ready = NULL;
		fcl_worker_issue(event->queue->device, event);
		return;
	}
	memcpy(event->work.host_copy.target, event->work.host_copy.source,
	       event->work.host_copy.size);
	complete_now(event);
}

/* Runs on the callback thread; the command ends when the host's function has freed the memory. */
static void call_free(void *data)
{
	struct fcl_event *event = data;

	event->work.svm_free.callback((cl_command_queue)event->queue, event->work.svm_free.count,
				      event->work.svm_free.pointers,
				      event->work.svm_free.user_data);
	complete_now(event);
}

static void free_svm(struct fcl_event *event)
{
	if (event->work.svm_free.callback) {
		fcl_event_reach(event, CL_RUNNING);
		event->work.svm_free.job = (struct fcl_callback_job){.function = call_free,
								     .data = event};
		fcl_callback_queue(&event->work.svm_free.job);
		return;
	}
	for (uint32_t i = 0; i < event->work.svm_free.count; i++)
		fcl_svm_free(event->context, event->work.svm_free.pointers[i]);
	complete_now(event);
}

static void submit_work(struct fcl_event *event)
{
	switch (event->as) {
	case CL_COMMAND_READ_BUFFER:
	case CL_COMMAND_READ_BUFFER_RECT:
		submit_transfer(event, FCL_HAL_READ);
		break;
	case CL_COMMAND_WRITE_BUFFER:
	case CL_COMMAND_WRITE_BUFFER_RECT:
		submit_transfer(event, FCL_HAL_WRITE);
		break;
	case CL_COMMAND_COPY_BUFFER:
	case CL_COMMAND_COPY_BUFFER_RECT:
		submit_copy(event);
		break;
	case CL_COMMAND_FILL_BUFFER:
		submit_fill(event);
		break;
	case CL_COMMAND_NDRANGE_KERNEL:
	case CL_COMMAND_TASK:
		fcl_submit(event);
		break;
	case CL_COMMAND_MAP_BUFFER:
		fcl_mem_map_arrived(event->work.map.mem, event->work.map.pointer,
				    event->work.map.size, event->work.map.flags);
		complete_now(event);
		break;
	case CL_COMMAND_SVM_MEMCPY:
		copy_on_host(event);
		break;
	case CL_COMMAND_SVM_FREE:
		free_svm(event);
		break;
	case CL_COMMAND_COMMAND_BUFFER_KHR:
		fcl_replay_issue(event);
		break;
	default:
		complete_now(event);
		break;
	}
}

/*
 * Handles buffers that the host migrates while they are mapped: see fcl_mem_touch_mapped(). Once
 * per command.
 */
static void touch_mapped(struct fcl_event *event)
{
	if (event->as != CL_COMMAND_MIGRATE_MEM_OBJECTS || event->work.migrate.flags)
		return;
	for (uint32_t i = 0; i < event->work.migrate.nmems; i++)
		fcl_mem_touch_mapped(event->work.migrate.mems[i]);
}

/*
 * If the map command failed, the host never had the data, so the unmap must not write it back: the
 * buffer keeps its contents. Once per command.
 */
static void disregard_failed_map(struct fcl_event *event)
{
	if (event->as == CL_COMMAND_UNMAP_MEM_OBJECT && event->work.map.leaving &&
	    !fcl_mem_map_has_arrived(event->work.map.mem, event->work.map.leaving))
		event->work.map.flags = 0;
}

/* OpenCL allows empty reads, writes, copies and fills; the HAL does not take empty requests. */
static bool issue_is_empty(const struct fcl_event *event)
{
	switch (event->as) {
	case CL_COMMAND_READ_BUFFER:
	case CL_COMMAND_WRITE_BUFFER:
		return !event->work.transfer.box.region[0];
	case CL_COMMAND_COPY_BUFFER:
		return !event->work.copy.box.region[0];
	case CL_COMMAND_FILL_BUFFER:
		return !event->work.fill.size;
	default:
		return false;
	}
}

static enum fcl_plan plan_uses(struct fcl_event *event, struct fcl_use *uses, int *error,
			       struct fcl_err *err)
{
	uint32_t nuses = fcl_work_uses(event, uses);

	return nuses ? fcl_residency_plan(event, uses, nuses, error, err) : FCL_PLAN_READY;
}

/* A command may migrate any number of buffers. */
static enum fcl_plan plan_data(struct fcl_event *event, int *error, struct fcl_err *err)
{
	struct fcl_use few[FEW_USES], *uses;
	uint32_t most = fcl_work_max_uses(event);
	enum fcl_plan plan;

	if (event->claimed)
		return FCL_PLAN_READY;
	if (most <= FEW_USES)
		return plan_uses(event, few, error, err);
	uses = malloc(most * sizeof(*uses));
	if (!uses) {
		*error = fcl_err_set(err, -ENOMEM, "no memory for a command on %u buffers", most);
		return FCL_PLAN_FAILED;
	}
	plan = plan_uses(event, uses, error, err);
	free(uses);
	return plan;
}

static enum fcl_plan issue_plan(struct fcl_event *event, int *error, struct fcl_err *err)
{
	enum fcl_plan result;

	if (fcl_event_is_launch(event))
		return fcl_launch_plan(event, error, err);
	result = plan_data(event, error, err);
	if (result == FCL_PLAN_READY)
		event->claimed = true;
	return result;
}

static void issue_work(struct fcl_event *event)
{
	struct fcl_err err;
	int error;

	/* Not `= {0}`: clearing the whole struct is measurable in the cost of a command. */
	fcl_err_clear(&err);
	switch (issue_plan(event, &error, &err)) {
	case FCL_PLAN_READY:
		submit_work(event);
		break;
	case FCL_PLAN_WAITS:
		break;
	case FCL_PLAN_FAILED:
		fcl_complete_error(event, error, err.text);
		break;
	}
}

/* Commands that only transfer data start now; for launches, the board reports the times. */
static void start_data(struct fcl_event *event)
{
	if (event->queued_ns && !event->start_ns && !fcl_event_is_launch(event))
		event->start_ns = fcl_now_ns();
}

/* Fails a blocking read after a failure that the host has not noticed: failures.h. */
static bool refuse_unseen(struct fcl_event *event)
{
	char name[64], text[256];
	int32_t status;

	event->checks_failures = false;
	if (!fcl_failures_take(event->queue, name, sizeof(name), &status))
		return false;
	snprintf(
		text, sizeof(text),
		"the data may be out of date: %s, earlier in this queue, has failed, and the host has not checked its status",
		name);
	fcl_complete_failed(event, status, text);
	return true;
}

void fcl_issue(struct fcl_event *event)
{
	int32_t inherited = atomic_load_explicit(&event->inherited, memory_order_relaxed);

	if (inherited < 0) {
		fcl_complete(event, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
		return;
	}
	if (!event->issued) {
		event->issued = true;
		if (event->queued_ns)
			event->submit_ns = fcl_now_ns();
		touch_mapped(event);
		disregard_failed_map(event);
	}
	if (event->checks_failures && refuse_unseen(event))
		return;
	if (fcl_event_is_host_pipe(event)) {
		fcl_program_pipe_issue(event);
		return;
	}
	start_data(event);
	if (issue_is_empty(event))
		complete_now(event);
	else
		issue_work(event);
}
