/* SPDX-License-Identifier: Apache-2.0 */
#include <CL/cl_layer.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/trace/calls.h"
#include "base/trace/records.h"
#include "base/trace/trace.h"
#include "runtime/capture/capture.h"
#include "runtime/clients/layer/commands.h"

/*
 * Loaded through OPENCL_LAYERS. Captures the run if FPGACL_CAPTURE says so (runtime/capture). Traces
 * all OpenCL calls to all drivers, to the file in FPGACL_TRACE and for FPGACL_SUMMARY. Queues are created with profiling enabled, to get times for commands.
 * Hosts can see that in their queues' properties and can query their events' times; nothing else
 * changes for them.
 */

#define EXPORT __attribute__((visibility("default")))

static const cl_icd_dispatch *next;

#define RETURNS(type, name, ...)                                                                   \
	static type CL_API_CALL traced_##name FCL_PARAMETERS(__VA_ARGS__)                          \
	{                                                                                          \
		uint64_t start = fcl_now_ns();                                                     \
		type result = next->name FCL_ARGUMENTS(__VA_ARGS__);                               \
                                                                                                   \
		fcl_trace_call(#name, start);                                                      \
		return result;                                                                     \
	}
#define NOTHING(type, name, ...)                                                                   \
	static void CL_API_CALL traced_##name FCL_PARAMETERS(__VA_ARGS__)                          \
	{                                                                                          \
		uint64_t start = fcl_now_ns();                                                     \
                                                                                                   \
		next->name FCL_ARGUMENTS(__VA_ARGS__);                                             \
		fcl_trace_call(#name, start);                                                      \
	}
#define ENQUEUE(the_kernel, type, name, ...)                                                       \
	static type CL_API_CALL traced_##name FCL_PARAMETERS(__VA_ARGS__)                          \
	{                                                                                          \
		uint64_t start = fcl_now_ns();                                                     \
		cl_event own = NULL;                                                               \
		bool owned = !event;                                                               \
		type result;                                                                       \
                                                                                                   \
		if (owned)                                                                         \
			event = &own;                                                              \
		result = next->name FCL_ARGUMENTS(__VA_ARGS__);                                    \
		fcl_trace_call(#name, start);                                                      \
		if (!result)                                                                       \
			fcl_layer_enqueued(#name, start, command_queue, the_kernel, *event,        \
					   owned);                                                 \
		return result;                                                                     \
	}
#define COMMAND(type, name, ...) ENQUEUE(NULL, type, name, __VA_ARGS__)
#define LAUNCH(type, name, ...) ENQUEUE(kernel, type, name, __VA_ARGS__)
#define QUERY RETURNS
#define ASK RETURNS
#define EFFECT RETURNS
#define MAKE RETURNS
#define WAIT RETURNS
#define MAP RETURNS
#define ALLOCATE RETURNS
#define ADDRESS RETURNS
#define TRACED(class, type, name, ...) class(type, name, __VA_ARGS__)
FCL_CALLS(TRACED)

/* If a driver does not support profiling there, creates the queue as requested. */
static cl_command_queue CL_API_CALL profiled_queue(cl_context context, cl_device_id device,
						   cl_command_queue_properties properties,
						   cl_int *errcode_ret)
{
	uint64_t start = fcl_now_ns();
	cl_command_queue queue = next->clCreateCommandQueue(
		context, device, properties | CL_QUEUE_PROFILING_ENABLE, errcode_ret);

	if (!queue)
		queue = next->clCreateCommandQueue(context, device, properties, errcode_ret);
	fcl_trace_call("clCreateCommandQueue", start);
	return queue;
}

enum { PROPERTIES = 64 };

/* Copies the list with profiling enabled. Returns false if it is longer than any known list. */
static bool add_profiling(const cl_queue_properties *list, cl_queue_properties copy[PROPERTIES])
{
	uint32_t count = 0;
	bool found = false;

	for (; list && list[count]; count += 2) {
		if (count + 4 >= PROPERTIES)
			return false;
		copy[count] = list[count];
		copy[count + 1] = list[count + 1];
		if (list[count] != CL_QUEUE_PROPERTIES)
			continue;
		copy[count + 1] |= CL_QUEUE_PROFILING_ENABLE;
		found = true;
	}
	if (!found) {
		copy[count++] = CL_QUEUE_PROPERTIES;
		copy[count++] = CL_QUEUE_PROFILING_ENABLE;
	}
	copy[count] = 0;
	return true;
}

static cl_command_queue CL_API_CALL profiled_queue_with(cl_context context, cl_device_id device,
							const cl_queue_properties *properties,
							cl_int *errcode_ret)
{
	uint64_t start = fcl_now_ns();
	cl_queue_properties copy[PROPERTIES];
	cl_command_queue queue = NULL;

	if (add_profiling(properties, copy))
		queue = next->clCreateCommandQueueWithProperties(context, device, copy,
								 errcode_ret);
	if (!queue)
		queue = next->clCreateCommandQueueWithProperties(context, device, properties,
								 errcode_ret);
	fcl_trace_call("clCreateCommandQueueWithProperties", start);
	return queue;
}

#define SET(class, type, name, ...)                                                                \
	if (table.name)                                                                            \
		table.name = traced_##name;

static cl_icd_dispatch table, captured;

static void wrap(void)
{
	FCL_CALLS(SET)
	if (table.clCreateCommandQueue)
		table.clCreateCommandQueue = profiled_queue;
	if (table.clCreateCommandQueueWithProperties)
		table.clCreateCommandQueueWithProperties = profiled_queue_with;
}

EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info param_name, size_t param_value_size,
					 void *param_value, size_t *param_value_size_ret)
{
	static const char name[] = "fpgacl trace";
	static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
	const void *value = param_name == CL_LAYER_NAME ? (const void *)name : &version;
	size_t size = param_name == CL_LAYER_NAME ? sizeof(name) : sizeof(version);

	if ((param_name != CL_LAYER_NAME && param_name != CL_LAYER_API_VERSION) ||
	    (param_value && param_value_size < size))
		return CL_INVALID_VALUE;
	if (param_value)
		memcpy(param_value, value, size);
	if (param_value_size_ret)
		*param_value_size_ret = size;
	return CL_SUCCESS;
}

/* Called when the host exits, because a loader may open layers before drivers. */
static void find_driver(void)
{
	fcl_trace_summed_elsewhere = dlopen(FPGACL_DRIVER, RTLD_LAZY | RTLD_NOLOAD);
}

/* Without FPGACL_CAPTURE, FPGACL_TRACE and FPGACL_SUMMARY, all calls are passed through unchanged. */
EXPORT cl_int CL_API_CALL clInitLayer(cl_uint num_entries, const cl_icd_dispatch *target_dispatch,
				      cl_uint *num_entries_ret,
				      const cl_icd_dispatch **layer_dispatch_ret)
{
	enum { ENTRIES = sizeof(table) / sizeof(void *) };

	if (!target_dispatch || !num_entries_ret || !layer_dispatch_ret)
		return CL_INVALID_VALUE;
	/* An older loader has fewer entries; the missing ones are NULL in the copy. */
	memcpy(&table, target_dispatch,
	       (num_entries < ENTRIES ? num_entries : (cl_uint)ENTRIES) * sizeof(void *));
	next = target_dispatch;
	fcl_layer_set_target(target_dispatch);
	fcl_trace_category = "layer";
	fcl_trace_groups = 256;
	fcl_trace_start();
	if (fcl_trace_on()) {
		atexit(find_driver);
		wrap();
	}
	*layer_dispatch_ret = &table;
	if (fcl_capture_wanted()) {
		captured = table;
		fcl_capture_wrap(&captured, &table, NULL);
		*layer_dispatch_ret = &captured;
	}
	*num_entries_ret = num_entries < ENTRIES ? num_entries : (cl_uint)ENTRIES;
	return CL_SUCCESS;
}
