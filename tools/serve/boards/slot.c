/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/boards/slot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/serve/boards/kernels.h"

/* A kernel argument that receives a launch's number of items. */
struct count_argument {
	unsigned kernel;
	cl_uint index;
	size_t size; /* 4 or 8 */
};

struct fcl_serve_slot {
	struct fcl_serve_engine *engine;
	struct fcl_serve_pipeline *pipeline;
	cl_command_queue upload, download;
	cl_kernel *kernels;
	cl_mem *inputs, *outputs;
	struct count_argument *counts;
	unsigned ncounts;
	pthread_mutex_t lock; /* guards the members below against fcl_serve_slot_hangs() */
	cl_event *events;     /* of the launch in progress */
	unsigned nevents, room;
	unsigned uploads; /* how many of them are copies to the board; 0 until all have been
			   * enqueued */
};

static cl_int create_buffers(struct fcl_serve_slot *slot, const struct fcl_serve_tensor *tensors,
			     unsigned count, cl_mem_flags flags, cl_mem *buffers)
{
	size_t most = (size_t)slot->engine->description->max_batch;
	cl_int status = CL_SUCCESS;

	for (unsigned i = 0; i < count && status == CL_SUCCESS; i++) {
		if (tensors[i].item_size > SIZE_MAX / most)
			return CL_INVALID_BUFFER_SIZE;
		buffers[i] = clCreateBuffer(slot->engine->context, flags,
					    tensors[i].item_size * most, NULL, &status);
	}
	return status;
}

static cl_int set_argument(struct fcl_serve_slot *slot, unsigned kernel,
			   const struct fcl_serve_argument *argument)
{
	cl_kernel object = slot->kernels[kernel];
	cl_uint at = (cl_uint)fcl_serve_kernels_find(object, argument->name);

	switch (argument->source) {
	case FCL_SERVE_INPUT:
		return clSetKernelArg(object, at, sizeof(cl_mem), &slot->inputs[argument->index]);
	case FCL_SERVE_OUTPUT:
		return clSetKernelArg(object, at, sizeof(cl_mem), &slot->outputs[argument->index]);
	case FCL_SERVE_CONSTANT:
		return clSetKernelArg(object, at, sizeof(cl_mem),
				      &slot->engine->constants[argument->index]);
	case FCL_SERVE_BATCH:
		slot->counts[slot->ncounts++] = (struct count_argument){kernel, at,
									argument->type->size};
		return CL_SUCCESS;
	case FCL_SERVE_VALUE_OF:
		return clSetKernelArg(object, at, argument->type->size, argument->value);
	}
	return CL_INVALID_VALUE;
}

static cl_int create_kernel(struct fcl_serve_slot *slot, unsigned index, const char *unit)
{
	const struct fcl_serve_kernel *kernel = &slot->engine->description->kernels[index];
	char name[512];
	cl_int status;

	snprintf(name, sizeof(name), unit ? "%s:{%s}" : "%s", kernel->name, unit);
	slot->kernels[index] = clCreateKernel(slot->engine->program, name, &status);
	for (unsigned i = 0; i < kernel->narguments && status == CL_SUCCESS; i++)
		status = set_argument(slot, index, &kernel->arguments[i]);
	return status;
}

static cl_int create_objects(struct fcl_serve_slot *slot, const char *const *units)
{
	const struct fcl_serve_engine *engine = slot->engine;
	const struct fcl_serve_description *description = engine->description;
	cl_int status;

	slot->upload = clCreateCommandQueue(engine->context, engine->board->device,
					    CL_QUEUE_PROFILING_ENABLE, &status);
	if (status == CL_SUCCESS)
		slot->download = clCreateCommandQueue(engine->context, engine->board->device,
						      CL_QUEUE_PROFILING_ENABLE, &status);
	if (status == CL_SUCCESS)
		status = create_buffers(slot, description->inputs, description->ninputs,
					CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, slot->inputs);
	if (status == CL_SUCCESS)
		status = create_buffers(slot, description->outputs, description->noutputs,
					CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY, slot->outputs);
	for (unsigned i = 0; i < description->nkernels && status == CL_SUCCESS; i++)
		status = create_kernel(slot, i, units[i]);
	return status;
}

static unsigned count_counts(const struct fcl_serve_description *description)
{
	unsigned count = 0;

	for (unsigned k = 0; k < description->nkernels; k++)
		count += description->kernels[k].narguments;
	return count;
}

struct fcl_serve_slot *fcl_serve_slot_create(struct fcl_serve_engine *engine,
					     struct fcl_serve_pipeline *pipeline,
					     const char *const *units,
					     struct fcl_serve_problems *problems)
{
	const struct fcl_serve_description *description = engine->description;
	struct fcl_serve_slot *slot = calloc(1, sizeof(*slot));
	cl_int status = CL_OUT_OF_HOST_MEMORY;
	char said[sizeof(engine->board->said)] = "";

	if (slot) {
		pthread_mutex_init(&slot->lock, NULL);
		slot->engine = engine;
		slot->pipeline = pipeline;
		slot->kernels = calloc(description->nkernels, sizeof(cl_kernel));
		slot->inputs = calloc(description->ninputs, sizeof(cl_mem));
		slot->outputs = calloc(description->noutputs, sizeof(cl_mem));
		slot->counts = calloc(count_counts(description) + 1, sizeof(*slot->counts));
		if (slot->kernels && slot->inputs && slot->outputs && slot->counts)
			status = create_objects(slot, units);
	}
	if (status == CL_SUCCESS)
		return slot;
	fcl_serve_board_get_report(engine->board, said, sizeof(said));
	fcl_serve_complain(problems, "board %s: no buffers and kernels for a launch (%d)%s%s",
			   engine->board->name, status, *said ? ": " : "", said);
	fcl_serve_slot_free(slot);
	return NULL;
}

static void free_buffers(cl_mem *buffers, unsigned count)
{
	for (unsigned i = 0; buffers && i < count; i++)
		if (buffers[i])
			clReleaseMemObject(buffers[i]);
	free(buffers);
}

void fcl_serve_slot_free(struct fcl_serve_slot *slot)
{
	const struct fcl_serve_description *description;

	if (!slot)
		return;
	description = slot->engine->description;
	for (unsigned i = 0; slot->kernels && i < description->nkernels; i++)
		if (slot->kernels[i])
			clReleaseKernel(slot->kernels[i]);
	free(slot->kernels);
	free_buffers(slot->inputs, description->ninputs);
	free_buffers(slot->outputs, description->noutputs);
	if (slot->upload)
		clReleaseCommandQueue(slot->upload);
	if (slot->download)
		clReleaseCommandQueue(slot->download);
	free(slot->counts);
	free(slot->events);
	pthread_mutex_destroy(&slot->lock);
	free(slot);
}

/* Makes room for all events of a launch and starts without any. */
static bool begin(struct fcl_serve_slot *slot, unsigned parts)
{
	const struct fcl_serve_description *description = slot->engine->description;
	unsigned needed = parts * (description->ninputs + description->noutputs) +
			  description->nkernels;
	cl_event *events = slot->events;

	pthread_mutex_lock(&slot->lock);
	if (needed > slot->room) {
		events = realloc(events, needed * sizeof(cl_event));
		slot->events = events ? events : slot->events;
		slot->room = events ? needed : slot->room;
	}
	slot->nevents = slot->uploads = 0;
	pthread_mutex_unlock(&slot->lock);
	return events != NULL;
}

static void end(struct fcl_serve_slot *slot)
{
	pthread_mutex_lock(&slot->lock);
	for (unsigned i = 0; i < slot->nevents; i++)
		clReleaseEvent(slot->events[i]);
	slot->nevents = 0;
	pthread_mutex_unlock(&slot->lock);
}

static cl_int keep_event(struct fcl_serve_slot *slot, cl_int status, cl_event event)
{
	if (status != CL_SUCCESS)
		return status;
	pthread_mutex_lock(&slot->lock);
	slot->events[slot->nevents++] = event;
	pthread_mutex_unlock(&slot->lock);
	return CL_SUCCESS;
}

static cl_int upload(struct fcl_serve_slot *slot, const struct fcl_serve_part *parts,
		     unsigned count)
{
	const struct fcl_serve_description *description = slot->engine->description;
	cl_int status = CL_SUCCESS;

	for (unsigned i = 0; i < description->ninputs; i++) {
		size_t at = 0, item = description->inputs[i].item_size;

		for (unsigned p = 0; p < count && status == CL_SUCCESS; p++) {
			size_t size = item * (size_t)parts[p].items;
			cl_event event = NULL;

			status = clEnqueueWriteBuffer(slot->upload, slot->inputs[i], CL_FALSE, at,
						      size, parts[p].inputs[i], 0, NULL, &event);
			status = keep_event(slot, status, event);
			at += size;
		}
	}
	return status;
}

static cl_int set_counts(struct fcl_serve_slot *slot, int64_t items)
{
	cl_int status = CL_SUCCESS;

	for (unsigned i = 0; i < slot->ncounts && status == CL_SUCCESS; i++)
		status = clSetKernelArg(slot->kernels[slot->counts[i].kernel],
					slot->counts[i].index, slot->counts[i].size, &items);
	return status;
}

static cl_int launch(struct fcl_serve_slot *slot, unsigned index, int64_t items, cl_event after)
{
	const struct fcl_serve_kernel *kernel = &slot->engine->description->kernels[index];
	size_t range[3] = {1, 1, 1};
	cl_event event = NULL;
	cl_int status;

	for (unsigned i = 0; i < kernel->ndimensions; i++)
		range[i] = (size_t)(kernel->range[i] < 0 ? items : kernel->range[i]);
	if (!kernel->ndimensions)
		status = clEnqueueTask(slot->pipeline->queues[index], slot->kernels[index], 1,
				       &after, &event);
	else
		status = clEnqueueNDRangeKernel(
			slot->pipeline->queues[index], slot->kernels[index], kernel->ndimensions,
			NULL, range, kernel->group[0] ? kernel->group : NULL, 1, &after, &event);
	return keep_event(slot, status, event);
}

/*
 * Enqueues each kernel in its own queue, with all kernels of one launch before those of the next.
 */
static cl_int launch_all(struct fcl_serve_slot *slot, int64_t items, uint64_t *ret_number)
{
	struct fcl_serve_pipeline *pipeline = slot->pipeline;
	cl_event uploaded = slot->events[slot->nevents - 1];
	cl_int status = CL_SUCCESS;

	pthread_mutex_lock(&pipeline->lock);
	*ret_number = pipeline->next++;
	for (unsigned i = 0; i < slot->engine->description->nkernels && status == CL_SUCCESS; i++)
		status = launch(slot, i, items, uploaded);
	pthread_mutex_unlock(&pipeline->lock);
	for (unsigned i = 0; i < slot->engine->description->nkernels; i++)
		clFlush(pipeline->queues[i]);
	return status;
}

static cl_int download(struct fcl_serve_slot *slot, const struct fcl_serve_part *parts,
		       unsigned count)
{
	const struct fcl_serve_description *description = slot->engine->description;
	const cl_event *kernels = slot->events + slot->nevents - description->nkernels;
	cl_int status = CL_SUCCESS;

	for (unsigned i = 0; i < description->noutputs; i++) {
		size_t at = 0, item = description->outputs[i].item_size;

		for (unsigned p = 0; p < count && status == CL_SUCCESS; p++) {
			size_t size = item * (size_t)parts[p].items;
			cl_event event = NULL;

			status = clEnqueueReadBuffer(slot->download, slot->outputs[i], CL_FALSE, at,
						     size, parts[p].outputs[i],
						     description->nkernels, kernels, &event);
			status = keep_event(slot, status, event);
			at += size;
		}
	}
	clFlush(slot->download);
	return status;
}

static cl_int status_of(cl_event event)
{
	cl_int status = CL_INVALID_EVENT;

	clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
	return status;
}

/* Waits for all enqueued commands. Returns the first failure. */
static cl_int wait_all(struct fcl_serve_slot *slot, cl_int status)
{
	if (slot->nevents && clWaitForEvents(slot->nevents, slot->events) != CL_SUCCESS)
		for (unsigned i = 0; i < slot->nevents; i++)
			clWaitForEvents(1, &slot->events[i]);
	for (unsigned i = 0; i < slot->nevents && status == CL_SUCCESS; i++)
		if (status_of(slot->events[i]) < 0)
			status = status_of(slot->events[i]);
	return status;
}

/*
 * Whether kernels connected by FIFOs may have run in part and left data there. A launch whose
 * upload failed has not run; a single kernel leaves nothing.
 */
static bool may_have_left_data(const struct fcl_serve_slot *slot)
{
	unsigned uploads = slot->uploads, count = slot->engine->description->nkernels;
	bool failed = slot->nevents < uploads + count;

	if (count == 1 || status_of(slot->events[uploads - 1]) < 0)
		return false;
	for (unsigned i = uploads; i < uploads + count && !failed; i++)
		failed = status_of(slot->events[i]) < 0;
	return failed;
}

/*
 * Decides results in the order of launches: a launch only succeeds if all earlier ones on this
 * pipeline were complete, because otherwise it has read the data that they left in the FIFOs.
 */
static cl_int judge(struct fcl_serve_slot *slot, uint64_t number, cl_int status)
{
	struct fcl_serve_pipeline *pipeline = slot->pipeline;

	pthread_mutex_lock(&pipeline->lock);
	while (pipeline->done != number)
		pthread_cond_wait(&pipeline->judged, &pipeline->lock);
	if (may_have_left_data(slot))
		fcl_serve_turns_exclude(&slot->engine->board->turns, slot->engine->image);
	if (status == CL_SUCCESS && fcl_serve_turns_are_excluded(&slot->engine->board->turns, slot->engine->image))
		status = CL_OUT_OF_RESOURCES;
	pipeline->done++;
	pthread_cond_broadcast(&pipeline->judged);
	pthread_mutex_unlock(&pipeline->lock);
	return status;
}

static uint64_t time_of(cl_event event, cl_profiling_info which)
{
	cl_ulong ns = 0;

	clGetEventProfilingInfo(event, which, sizeof(ns), &ns, NULL);
	return ns;
}

/* From the first start to the last end. */
static uint64_t span_of(const cl_event *events, unsigned count)
{
	uint64_t start = UINT64_MAX, end = 0;

	for (unsigned i = 0; i < count; i++) {
		uint64_t one = time_of(events[i], CL_PROFILING_COMMAND_START);
		uint64_t other = time_of(events[i], CL_PROFILING_COMMAND_END);

		start = one < start ? one : start;
		end = other > end ? other : end;
	}
	return end > start ? end - start : 0;
}

static struct fcl_serve_times times_of(const struct fcl_serve_slot *slot)
{
	unsigned kernels = slot->engine->description->nkernels;
	unsigned before = slot->uploads + kernels;

	return (struct fcl_serve_times){
		span_of(slot->events, slot->uploads),
		span_of(slot->events + slot->uploads, kernels),
		span_of(slot->events + before, slot->nevents - before),
	};
}

/* Launches the uploaded parts and waits for the results. */
static cl_int launch_and_wait(struct fcl_serve_slot *slot, const struct fcl_serve_part *parts,
			      unsigned count, int64_t items, struct fcl_serve_times *ret_times)
{
	uint64_t number;
	cl_int status = launch_all(slot, items, &number);

	if (status == CL_SUCCESS)
		status = download(slot, parts, count);
	status = judge(slot, number, wait_all(slot, status));
	if (status == CL_SUCCESS)
		*ret_times = times_of(slot);
	return status;
}

cl_int fcl_serve_slot_run(struct fcl_serve_slot *slot, const struct fcl_serve_part *parts,
			  unsigned count, struct fcl_serve_times *ret_times)
{
	struct fcl_serve_engine *engine = slot->engine;
	bool joined = engine->description->nkernels > 1;
	int64_t items = 0;
	cl_int status;

	if (!begin(slot, count))
		return CL_OUT_OF_HOST_MEMORY;
	for (unsigned i = 0; i < count; i++)
		items += parts[i].items;
	status = set_counts(slot, items);
	if (status == CL_SUCCESS)
		status = upload(slot, parts, count);
	clFlush(slot->upload);
	if (status != CL_SUCCESS) {
		status = wait_all(slot, status);
		end(slot);
		return status;
	}
	if (joined)
		fcl_serve_turns_enter(&engine->board->turns, engine);
	pthread_mutex_lock(&slot->lock);
	slot->uploads = slot->nevents;
	pthread_mutex_unlock(&slot->lock);
	status = launch_and_wait(slot, parts, count, items, ret_times);
	if (joined)
		fcl_serve_turns_leave(&engine->board->turns);
	end(slot);
	return status;
}

bool fcl_serve_slot_hangs(struct fcl_serve_slot *slot)
{
	unsigned count = slot->engine->description->nkernels;
	bool failed = false, waits = false;

	pthread_mutex_lock(&slot->lock);
	if (slot->uploads && slot->nevents >= slot->uploads + count &&
	    status_of(slot->events[slot->uploads - 1]) == CL_COMPLETE)
		for (unsigned i = slot->uploads; i < slot->uploads + count; i++) {
			cl_int status = status_of(slot->events[i]);

			failed |= status < 0;
			waits |= status > CL_COMPLETE;
		}
	pthread_mutex_unlock(&slot->lock);
	return failed && waits;
}
