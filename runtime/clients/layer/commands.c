/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/layer/commands.h"

#include <CL/cl_ext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/trace/trace.h"

static const cl_icd_dispatch *next;

/* A command in flight. */
struct command {
	char name[64], device[64];
	const char *call;
	uint64_t id, queue;
	uint64_t called_ns, seen_ns; /* when the call began; when it returned */
};

void fcl_layer_set_target(const cl_icd_dispatch *target)
{
	next = target;
}

static uint64_t commands_time_of(cl_event event, cl_profiling_info info)
{
	cl_ulong time = 0;

	if (next->clGetEventProfilingInfo(event, info, sizeof(time), &time, NULL))
		return 0;
	return time;
}

/*
 * Drivers may use another clock, which drifts: PoCL uses CLOCK_MONOTONIC_RAW. A command is enqueued
 * during its call, so if its times say otherwise, they are shifted to the start of the call.
 */
static uint64_t commands_offset_of(const struct command *command, uint64_t queued)
{
	if (!queued || (queued >= command->called_ns && queued <= command->seen_ns))
		return 0;
	return command->called_ns - queued;
}

static void CL_CALLBACK commands_ended(cl_event event, cl_int status, void *data)
{
	struct command *command = data;
	uint64_t queued = commands_time_of(event, CL_PROFILING_COMMAND_QUEUED), now = fcl_now_ns();
	uint64_t offset = commands_offset_of(command, queued);
	uint64_t start = commands_time_of(event, CL_PROFILING_COMMAND_START);
	uint64_t end = commands_time_of(event, CL_PROFILING_COMMAND_END);

	fcl_trace_command(&(struct fcl_trace_command){
		.name = command->name,
		.type = command->call,
		.device = command->device,
		.id = command->id,
		.queue = command->queue,
		.queued_ns = queued ? queued + offset : command->seen_ns,
		.submit_ns = queued ? commands_time_of(event, CL_PROFILING_COMMAND_SUBMIT) + offset
				    : 0,
		.start_ns = start ? start + offset : command->seen_ns,
		.end_ns = end ? end + offset : now,
		.status = status < 0 ? status : 0,
	});
	next->clReleaseEvent(event);
	free(command);
}

/* Returns false for our own driver, which traces its commands itself, in more detail. */
static bool name_device(cl_command_queue queue, char *name, size_t size)
{
	char suffix[32] = "", whole[1024];
	cl_platform_id platform;
	cl_device_id device;

	if (next->clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof(cl_device_id), &device,
					NULL) ||
	    next->clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(cl_platform_id), &platform,
				  NULL))
		return false;
	next->clGetPlatformInfo(platform, CL_PLATFORM_ICD_SUFFIX_KHR, sizeof(suffix), suffix, NULL);
	if (!strcmp(suffix, "FPGACL"))
		return false;
	if (next->clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(whole), whole, NULL))
		snprintf(name, size, "device %p", (void *)device);
	else
		snprintf(name, size, "%.*s", (int)size - 1, whole);
	return true;
}

/* Copies the kernel's name, truncated to fit. */
static void name_kernel(cl_kernel kernel, char *name, size_t size)
{
	size_t length = 0;
	char *whole = NULL;

	if (!next->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, 0, NULL, &length) && length)
		whole = malloc(length);
	if (whole && !next->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, length, whole, NULL))
		snprintf(name, size, "%.*s", (int)size - 1, whole);
	free(whole);
}

/* A small number for a queue. Numbers of released queues may be reused. */
static uint64_t commands_number_of(cl_command_queue queue)
{
	static _Atomic(cl_command_queue) queues[256];

	for (uint64_t i = 0; i < sizeof(queues) / sizeof(queues[0]); i++) {
		cl_command_queue none = NULL;

		if (atomic_compare_exchange_strong(&queues[i], &none, queue) || none == queue)
			return i + 1;
	}
	return sizeof(queues) / sizeof(queues[0]) + 1;
}

void fcl_layer_enqueued(const char *call, uint64_t called_ns, cl_command_queue queue,
			cl_kernel kernel, cl_event event, bool owned)
{
	struct command *command = calloc(1, sizeof(*command));

	if (!command || !name_device(queue, command->device, sizeof(command->device))) {
		free(command);
		if (owned)
			next->clReleaseEvent(event);
		return;
	}
	snprintf(command->name, sizeof(command->name), "%s", call + strlen("clEnqueue"));
	if (kernel)
		name_kernel(kernel, command->name, sizeof(command->name));
	command->call = kernel ? "NDRANGE_KERNEL" : call;
	command->id = fcl_trace_id();
	command->queue = commands_number_of(queue);
	command->called_ns = called_ns;
	command->seen_ns = fcl_now_ns();
	if (!owned)
		next->clRetainEvent(event);
	if (next->clSetEventCallback(event, CL_COMPLETE, commands_ended, command)) {
		next->clReleaseEvent(event);
		free(command);
	}
}
