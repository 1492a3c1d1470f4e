/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/boards/runner.h"

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

struct fcl_serve_runner {
	struct fcl_serve_engine *engine;
	struct fcl_serve_pipeline *pipeline;
	cl_command_queue upload, download;
	cl_kernel *kernels;
	cl_mem *inputs, *outputs;
	struct count_argument *counts;
	unsigned ncounts;
	pthread_mutex_t lock; /* guards the members below against fcl_serve_runner_hangs() */
	cl_event *events;     /* of the launch in progress */
	unsigned nevents, room;
	unsigned uploads; /* how many of them are copies to the board; 0 until all have been
			   * enqueued */
};

static cl_int serve_runner_create_buffers(struct fcl_serve_runner *runner,
					  const struct fcl_serve_tensor *tensors, unsigned count,
					  cl_mem_flags flags, cl_mem *buffers)
{
	size_t most = (size_t)runner->engine->description->max_batch;
	cl_int status = CL_SUCCESS;

	for (unsigned i = 0; i < count && status == CL_SUCCESS; i++) {
		if (tensors[i].item_size > SIZE_MAX / most)
			return CL_INVALID_BUFFER_SIZE;
		buffers[i] = clCreateBuffer(runner->engine->context, flags,
					    tensors[i].item_size * most, NULL, &status);
	}
	return status;
}

static cl_int set_argument(struct fcl_serve_runner *runner, unsigned kernel,
			   const struct fcl_serve_argument *argument)
{
	cl_kernel object = runner->kernels[kernel];
	cl_uint at = (cl_uint)fcl_serve_kernels_find(object, argument->name);

	switch (argument->source) {
	case FCL_SERVE_INPUT:
		return clSetKernelArg(object, at, sizeof(cl_mem), &runner->inputs[argument->index]);
	case FCL_SERVE_OUTPUT:
		return clSetKernelArg(object, at, sizeof(cl_mem),
				      &runner->outputs[argument->index]);
	case FCL_SERVE_CONSTANT:
		return clSetKernelArg(object, at, sizeof(cl_mem),
				      &runner->engine->constants[argument->index]);
	case FCL_SERVE_BATCH:
		runner->counts[runner->ncounts++] = (struct count_argument){kernel, at,
									    argument->type->size};
		return CL_SUCCESS;
	case FCL_SERVE_VALUE_OF:
		return clSetKernelArg(object, at, argument->type->size, argument->value);
	}
	return CL_INVALID_VALUE;
}

static cl_int create_kernel(struct fcl_serve_runner *runner, unsigned index, const char *unit)
{
	const struct fcl_serve_kernel *kernel = &runner->engine->description->kernels[index];
	char name[512];
	cl_int status;

	snprintf(name, sizeof(name), unit ? "%s:{%s}" : "%s", kernel->name, unit);
	runner->kernels[index] = clCreateKernel(runner->engine->program, name, &status);
	for (unsigned i = 0; i < kernel->narguments && status == CL_SUCCESS; i++)
		status = set_argument(runner, index, &kernel->arguments[i]);
	return status;
}

static cl_int serve_runner_create_objects(struct fcl_serve_runner *runner, const char *const *units)
{
	const struct fcl_serve_engine *engine = runner->engine;
	const struct fcl_serve_description *description = engine->description;
	cl_int status;

	runner->upload = clCreateCommandQueue(engine->context, engine->board->device,
					      CL_QUEUE_PROFILING_ENABLE, &status);
	if (status == CL_SUCCESS)
		runner->download = clCreateCommandQueue(engine->context, engine->board->device,
							CL_QUEUE_PROFILING_ENABLE, &status);
	if (status == CL_SUCCESS)
		status = serve_runner_create_buffers(
			runner, description->inputs, description->ninputs,
			CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, runner->inputs);
	if (status == CL_SUCCESS)
		status = serve_runner_create_buffers(
			runner, description->outputs, description->noutputs,
			CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY, runner->outputs);
	for (unsigned i = 0; i < description->nkernels && status == CL_SUCCESS; i++)
		status = create_kernel(runner, i, units[i]);
	return status;
}

static unsigned count_counts(const struct fcl_serve_description *description)
{
	unsigned count = 0;

	for (unsigned k = 0; k < description->nkernels; k++)
		count += description->kernels[k].narguments;
	return count;
}

struct fcl_serve_runner *fcl_serve_runner_create(struct fcl_serve_engine *engine,
						 struct fcl_serve_pipeline *pipeline,
						 const char *const *units,
						 struct fcl_serve_problems *problems)
{
	const struct fcl_serve_description *description = engine->description;
	struct fcl_serve_runner *runner = calloc(1, sizeof(*runner));
	cl_int status = CL_OUT_OF_HOST_MEMORY;
	char said[sizeof(engine->board->said)] = "";

	if (runner) {
		pthread_mutex_init(&runner->lock, NULL);
		runner->engine = engine;
		runner->pipeline = pipeline;
		runner->kernels = calloc(description->nkernels, sizeof(cl_kernel));
		runner->inputs = calloc(description->ninputs, sizeof(cl_mem));
		runner->outputs = calloc(description->noutputs, sizeof(cl_mem));
		runner->counts = calloc(count_counts(description) + 1, sizeof(*runner->counts));
		if (runner->kernels && runner->inputs && runner->outputs && runner->counts)
			status = serve_runner_create_objects(runner, units);
	}
	if (status == CL_SUCCESS)
		return runner;
	fcl_serve_board_get_report(engine->board, said, sizeof(said));
	fcl_serve_complain(problems, "board %s: no buffers and kernels for a launch (%d)%s%s",
			   engine->board->name, status, *said ? ": " : "", said);
	fcl_serve_runner_free(runner);
	return NULL;
}

static void runner_free_buffers(cl_mem *buffers, unsigned count)
{
	for (unsigned i = 0; buffers && i < count; i++)
		if (buffers[i])
			clReleaseMemObject(buffers[i]);
	free(buffers);
}

void fcl_serve_runner_free(struct fcl_serve_runner *runner)
{
	const struct fcl_serve_description *description;

	if (!runner)
		return;
	description = runner->engine->description;
	for (unsigned i = 0; runner->kernels && i < description->nkernels; i++)
		if (runner->kernels[i])
			clReleaseKernel(runner->kernels[i]);
	free(runner->kernels);
	runner_free_buffers(runner->inputs, description->ninputs);
	runner_free_buffers(runner->outputs, description->noutputs);
	if (runner->upload)
		clReleaseCommandQueue(runner->upload);
	if (runner->download)
		clReleaseCommandQueue(runner->download);
	free(runner->counts);
	free(runner->events);
	pthread_mutex_destroy(&runner->lock);
	free(runner);
}

/* Makes room for all events of a launch and starts without any. */
static bool runner_begin(struct fcl_serve_runner *runner, unsigned parts)
{
	const struct fcl_serve_description *description = runner->engine->description;
	unsigned needed = parts * (description->ninputs + description->noutputs) +
			  description->nkernels;
	cl_event *events = runner->events;

	pthread_mutex_lock(&runner->lock);
	if (needed > runner->room) {
		events = realloc(events, needed * sizeof(cl_event));
		runner->events = events ? events : runner->events;
		runner->room = events ? needed : runner->room;
	}
	runner->nevents = runner->uploads = 0;
	pthread_mutex_unlock(&runner->lock);
	return events != NULL;
}

static void runner_end(struct fcl_serve_runner *runner)
{
	pthread_mutex_lock(&runner->lock);
	for (unsigned i = 0; i < runner->nevents; i++)
		clReleaseEvent(runner->events[i]);
	runner->nevents = 0;
	pthread_mutex_unlock(&runner->lock);
}

static cl_int keep_event(struct fcl_serve_runner *runner, cl_int status, cl_event event)
{
	if (status != CL_SUCCESS)
		return status;
	pthread_mutex_lock(&runner->lock);
	runner->events[runner->nevents++] = event;
	pthread_mutex_unlock(&runner->lock);
	return CL_SUCCESS;
}

static cl_int runner_upload(struct fcl_serve_runner *runner, const struct fcl_serve_part *parts,
			    unsigned count)
{
	const struct fcl_serve_description *description = runner->engine->description;
	cl_int status = CL_SUCCESS;

	for (unsigned i = 0; i < description->ninputs; i++) {
		size_t at = 0, item = description->inputs[i].item_size;

		for (unsigned p = 0; p < count && status == CL_SUCCESS; p++) {
			size_t size = item * (size_t)parts[p].items;
			cl_event event = NULL;

			status = clEnqueueWriteBuffer(runner->upload, runner->inputs[i], CL_FALSE,
						      at, size, parts[p].inputs[i], 0, NULL,
						      &event);
			status = keep_event(runner, status, event);
			at += size;
		}
	}
	return status;
}

static cl_int set_counts(struct fcl_serve_runner *runner, int64_t items)
{
	cl_int status = CL_SUCCESS;

	for (unsigned i = 0; i < runner->ncounts && status == CL_SUCCESS; i++)
		status = clSetKernelArg(runner->kernels[runner->counts[i].kernel],
					runner->counts[i].index, runner->counts[i].size, &items);
	return status;
}

static cl_int runner_launch(struct fcl_serve_runner *runner, unsigned index, int64_t items,
			    cl_event after)
{
	const struct fcl_serve_kernel *kernel = &runner->engine->description->kernels[index];
	size_t range[3] = {1, 1, 1};
	cl_event event = NULL;
	cl_int status;

	for (unsigned i = 0; i < kernel->ndimensions; i++)
		range[i] = (size_t)(kernel->range[i] < 0 ? items : kernel->range[i]);
	if (!kernel->ndimensions)
		status = clEnqueueTask(runner->pipeline->queues[index], runner->kernels[index], 1,
				       &after, &event);
	else
		status = clEnqueueNDRangeKernel(runner->pipeline->queues[index],
						runner->kernels[index], kernel->ndimensions, NULL,
						range, kernel->group[0] ? kernel->group : NULL, 1,
						&after, &event);
	return keep_event(runner, status, event);
}

/*
 * Enqueues each kernel in its own queue, with all kernels of one launch before those of the next.
 */
static cl_int launch_all(struct fcl_serve_runner *runner, int64_t items, uint64_t *ret_number)
{
	struct fcl_serve_pipeline *pipeline = runner->pipeline;
	cl_event uploaded = runner->events[runner->nevents - 1];
	cl_int status = CL_SUCCESS;

	pthread_mutex_lock(&pipeline->lock);
	*ret_number = pipeline->next++;
	for (unsigned i = 0; i < runner->engine->description->nkernels && status == CL_SUCCESS; i++)
		status = runner_launch(runner, i, items, uploaded);
	pthread_mutex_unlock(&pipeline->lock);
	for (unsigned i = 0; i < runner->engine->description->nkernels; i++)
		clFlush(pipeline->queues[i]);
	return status;
}

static cl_int runner_download(struct fcl_serve_runner *runner, const struct fcl_serve_part *parts,
			      unsigned count)
{
	const struct fcl_serve_description *description = runner->engine->description;
	const cl_event *kernels = runner->events + runner->nevents - description->nkernels;
	cl_int status = CL_SUCCESS;

	for (unsigned i = 0; i < description->noutputs; i++) {
		size_t at = 0, item = description->outputs[i].item_size;

		for (unsigned p = 0; p < count && status == CL_SUCCESS; p++) {
			size_t size = item * (size_t)parts[p].items;
			cl_event event = NULL;

			status = clEnqueueReadBuffer(runner->download, runner->outputs[i], CL_FALSE,
						     at, size, parts[p].outputs[i],
						     description->nkernels, kernels, &event);
			status = keep_event(runner, status, event);
			at += size;
		}
	}
	clFlush(runner->download);
	return status;
}

static cl_int runner_status_of(cl_event event)
{
	cl_int status = CL_INVALID_EVENT;

	clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
	return status;
}

/* Waits for all enqueued commands. Returns the first failure. */
static cl_int wait_all(struct fcl_serve_runner *runner, cl_int status)
{
	if (runner->nevents && clWaitForEvents(runner->nevents, runner->events) != CL_SUCCESS)
		for (unsigned i = 0; i < runner->nevents; i++)
			clWaitForEvents(1, &runner->events[i]);
	for (unsigned i = 0; i < runner->nevents && status == CL_SUCCESS; i++)
		if (runner_status_of(runner->events[i]) < 0)
			status = runner_status_of(runner->events[i]);
	return status;
}

/*
 * Whether kernels connected by FIFOs may have run in part and left data there. A launch whose
 * upload failed has not run; a single kernel leaves nothing.
 */
static bool may_have_left_data(const struct fcl_serve_runner *runner)
{
	unsigned uploads = runner->uploads, count = runner->engine->description->nkernels;
	bool failed = runner->nevents < uploads + count;

	if (count == 1 || runner_status_of(runner->events[uploads - 1]) < 0)
		return false;
	for (unsigned i = uploads; i < uploads + count && !failed; i++)
		failed = runner_status_of(runner->events[i]) < 0;
	return failed;
}

/*
 * Decides results in the order of launches: a launch only succeeds if all earlier ones on this
 * pipeline were complete, because otherwise it has read the data that they left in the FIFOs.
 */
static cl_int judge(struct fcl_serve_runner *runner, uint64_t number, cl_int status)
{
	struct fcl_serve_pipeline *pipeline = runner->pipeline;

	pthread_mutex_lock(&pipeline->lock);
	while (pipeline->done != number)
		pthread_cond_wait(&pipeline->judged, &pipeline->lock);
	if (may_have_left_data(runner))
		fcl_serve_turns_exclude(&runner->engine->board->turns, runner->engine->image);
	if (status == CL_SUCCESS &&
	    fcl_serve_turns_are_excluded(&runner->engine->board->turns, runner->engine->image))
		status = CL_OUT_OF_RESOURCES;
	pipeline->done++;
	pthread_cond_broadcast(&pipeline->judged);
	pthread_mutex_unlock(&pipeline->lock);
	return status;
}

static uint64_t runner_time_of(cl_event event, cl_profiling_info which)
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
		uint64_t one = runner_time_of(events[i], CL_PROFILING_COMMAND_START);
		uint64_t other = runner_time_of(events[i], CL_PROFILING_COMMAND_END);

		start = one < start ? one : start;
		end = other > end ? other : end;
	}
	return end > start ? end - start : 0;
}

static struct fcl_serve_times times_of(const struct fcl_serve_runner *runner)
{
	unsigned kernels = runner->engine->description->nkernels;
	unsigned before = runner->uploads + kernels;

	return (struct fcl_serve_times){
		span_of(runner->events, runner->uploads),
		span_of(runner->events + runner->uploads, kernels),
		span_of(runner->events + before, runner->nevents - before),
	};
}

/* Launches the uploaded parts and waits for the results. */
static cl_int launch_and_wait(struct fcl_serve_runner *runner, const struct fcl_serve_part *parts,
			      unsigned count, int64_t items, struct fcl_serve_times *ret_times)
{
	uint64_t number;
	cl_int status = launch_all(runner, items, &number);

	if (status == CL_SUCCESS)
		status = runner_download(runner, parts, count);
	status = judge(runner, number, wait_all(runner, status));
	if (status == CL_SUCCESS)
		*ret_times = times_of(runner);
	return status;
}

cl_int fcl_serve_runner_run(struct fcl_serve_runner *runner, const struct fcl_serve_part *parts,
			    unsigned count, struct fcl_serve_times *ret_times)
{
	struct fcl_serve_engine *engine = runner->engine;
	bool joined = engine->description->nkernels > 1;
	int64_t items = 0;
	cl_int status;

	if (!runner_begin(runner, count))
		return CL_OUT_OF_HOST_MEMORY;
	for (unsigned i = 0; i < count; i++)
		items += parts[i].items;
	status = set_counts(runner, items);
	if (status == CL_SUCCESS)
		status = runner_upload(runner, parts, count);
	clFlush(runner->upload);
	if (status != CL_SUCCESS) {
		status = wait_all(runner, status);
		runner_end(runner);
		return status;
	}
	if (joined)
		fcl_serve_turns_enter(&engine->board->turns, engine);
	pthread_mutex_lock(&runner->lock);
	runner->uploads = runner->nevents;
	pthread_mutex_unlock(&runner->lock);
	status = launch_and_wait(runner, parts, count, items, ret_times);
	if (joined)
		fcl_serve_turns_leave(&engine->board->turns);
	runner_end(runner);
	return status;
}

bool fcl_serve_runner_hangs(struct fcl_serve_runner *runner)
{
	unsigned count = runner->engine->description->nkernels;
	bool failed = false, waits = false;

	pthread_mutex_lock(&runner->lock);
	if (runner->uploads && runner->nevents >= runner->uploads + count &&
	    runner_status_of(runner->events[runner->uploads - 1]) == CL_COMPLETE)
		for (unsigned i = runner->uploads; i < runner->uploads + count; i++) {
			cl_int status = runner_status_of(runner->events[i]);

			failed |= status < 0;
			waits |= status > CL_COMPLETE;
		}
	pthread_mutex_unlock(&runner->lock);
	return failed && waits;
}
