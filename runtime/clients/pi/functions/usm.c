/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "runtime/clients/pi/opencl.h"

/* Like FCL_PI_CREATE(), for an extension function that returns memory. */
#define ALLOCATE(pointer, function, ...)                                                           \
	do {                                                                                       \
		cl_int code_ = CL_SUCCESS;                                                         \
		void *memory_;                                                                     \
		if (!(pointer))                                                                    \
			return fcl_pi_fail(CL_INVALID_VALUE, #function);                           \
		if (!fcl_pi.extensions->function)                                                  \
			return fcl_pi_refuse(CL_INVALID_OPERATION,                                 \
					     "the driver has no " #function);                      \
		memory_ = fcl_pi.extensions->function(__VA_ARGS__, &code_);                        \
		if (code_ == CL_SUCCESS)                                                           \
			*(pointer) = memory_;                                                      \
		return fcl_pi_done(code_, #function);                                              \
	} while (0)

/* Allocation properties in OpenCL's form. */
struct properties {
	cl_mem_properties_intel list[3];
};

/* The location of the memory, and that devices only read it, are hints. */
static pi_result usm_read_properties(const pi_usm_properties *from,
				     struct properties *ret_properties)
{
	pi_bitfield flags = 0;

	for (; from && *from; from += 2) {
		if (*from == PI_MEM_ALLOC_FLAGS)
			flags = from[1] & ~(pi_bitfield)PI_MEM_ALLOC_DEVICE_READ_ONLY;
		else if (*from != PI_MEM_PROPERTIES_ALLOC_BUFFER_LOCATION)
			return fcl_pi_refuse(CL_INVALID_VALUE,
					     "shared memory: unknown property 0x%llx",
					     (unsigned long long)*from);
	}
	*ret_properties = (struct properties){{flags ? CL_MEM_ALLOC_FLAGS_INTEL : 0, flags}};
	return PI_SUCCESS;
}

pi_result piextUSMHostAlloc(void **pointer, pi_context context, pi_usm_properties *properties,
			    size_t size, pi_uint32 alignment)
{
	struct properties read;
	pi_result result = usm_read_properties(properties, &read);

	if (result)
		return result;
	ALLOCATE(pointer, clHostMemAllocINTEL, context, read.list, size, alignment);
}

pi_result piextUSMDeviceAlloc(void **pointer, pi_context context, pi_device device,
			      pi_usm_properties *properties, size_t size, pi_uint32 alignment)
{
	struct properties read;
	pi_result result = usm_read_properties(properties, &read);

	if (result)
		return result;
	ALLOCATE(pointer, clDeviceMemAllocINTEL, context, device, read.list, size, alignment);
}

pi_result piextUSMSharedAlloc(void **pointer, pi_context context, pi_device device,
			      pi_usm_properties *properties, size_t size, pi_uint32 alignment)
{
	struct properties read;
	pi_result result = usm_read_properties(properties, &read);

	if (result)
		return result;
	ALLOCATE(pointer, clSharedMemAllocINTEL, context, device, read.list, size, alignment);
}

/*
 * Uses the blocking form: commands may use the memory without an event that the host could wait
 * for.
 */
pi_result piextUSMFree(pi_context context, void *pointer)
{
	return FCL_PI_EXTENSION(clMemBlockingFreeINTEL, context, pointer);
}

pi_result piextUSMEnqueueMemset(pi_queue queue, void *pointer, pi_int32 value, size_t size,
				pi_uint32 num_waits, const pi_event *waits, pi_event *event)
{
	unsigned char byte = (unsigned char)value;

	return FCL_PI_EXTENSION(clEnqueueMemFillINTEL, queue, pointer, &byte, 1, size, num_waits,
				waits, event);
}

pi_result piextUSMEnqueueMemcpy(pi_queue queue, pi_bool blocking, void *target, const void *source,
				size_t size, pi_uint32 num_waits, const pi_event *waits,
				pi_event *event)
{
	return FCL_PI_EXTENSION(clEnqueueMemcpyINTEL, queue, blocking, target, source, size,
				num_waits, waits, event);
}

pi_result piextUSMEnqueuePrefetch(pi_queue queue, const void *pointer, size_t size,
				  pi_bitfield flags, pi_uint32 num_waits, const pi_event *waits,
				  pi_event *event)
{
	if (flags)
		return fcl_pi_refuse(CL_INVALID_VALUE,
				     "a prefetch: expected no flags, found 0x%llx",
				     (unsigned long long)flags);
	return FCL_PI_EXTENSION(clEnqueueMigrateMemINTEL, queue, pointer, size, 0, num_waits, waits,
				event);
}

/* The advice is meant for other vendors' devices, so OpenCL gets the default. */
pi_result piextUSMEnqueueMemAdvise(pi_queue queue, const void *pointer, size_t size, pi_enum advice,
				   pi_event *event)
{
	(void)advice;
	return FCL_PI_EXTENSION(clEnqueueMemAdviseINTEL, queue, pointer, size, 0, 0, NULL, event);
}

pi_result piextUSMGetMemAllocInfo(pi_context context, const void *pointer, pi_enum name,
				  size_t size, void *value, size_t *size_ret)
{
	return FCL_PI_EXTENSION(clGetMemAllocInfoINTEL, context, pointer, name, size, value,
				size_ret);
}

/* --- rectangles, which OpenCL does not have: a command for each row, then a marker --- */

struct rows {
	pi_queue queue;
	size_t width, height;
	pi_uint32 num_waits;
	const pi_event *waits;
	/* A row of a copy if source is set, else of a fill. */
	char *target;
	size_t target_pitch;
	const char *source;
	size_t source_pitch;
	const void *pattern;
	size_t pattern_size;
};

static pi_result enqueue_row(const struct rows *rows, size_t row, pi_event *event)
{
	char *target = rows->target + row * rows->target_pitch;

	if (rows->source)
		return FCL_PI_EXTENSION(clEnqueueMemcpyINTEL, rows->queue, CL_FALSE, target,
					rows->source + row * rows->source_pitch, rows->width,
					rows->num_waits, rows->waits, event);
	return FCL_PI_EXTENSION(clEnqueueMemFillINTEL, rows->queue, target, rows->pattern,
				rows->pattern_size, rows->width, rows->num_waits, rows->waits,
				event);
}

/* A rectangle without gaps is one row; so is an empty one. */
static void join_rows(struct rows *rows)
{
	size_t all;

	if (rows->target_pitch != rows->width ||
	    (rows->source && rows->source_pitch != rows->width) ||
	    __builtin_mul_overflow(rows->width, rows->height, &all))
		return;
	rows->width = all;
	rows->height = 1;
}

static pi_result usm_enqueue_all(const struct rows *rows, pi_event *events, pi_event *event)
{
	pi_result result = PI_SUCCESS;
	size_t count = 0;

	while (!result && count < rows->height) {
		result = enqueue_row(rows, count, &events[count]);
		count += !result;
	}
	if (!result)
		result = FCL_PI_CALL(clEnqueueMarkerWithWaitList, rows->queue, (cl_uint)count,
				     events, event);
	/*
	 * Rows enqueued before a failed one still run, so wait for them before their memory is
	 * reused.
	 */
	if (result && count)
		fcl_pi.call->clWaitForEvents((cl_uint)count, events);
	while (count-- > 0)
		fcl_pi.call->clReleaseEvent(events[count]);
	return result;
}

static bool usm_fits(const struct rows *rows, size_t pitch)
{
	size_t last;

	return rows->width <= pitch && !__builtin_mul_overflow(pitch, rows->height, &last) &&
	       last <= SIZE_MAX / 2;
}

static pi_result enqueue_rows(struct rows *rows, pi_event *event)
{
	pi_event *events;
	pi_result result;

	if (!rows->target || !rows->width || !rows->height || rows->height > UINT32_MAX ||
	    !usm_fits(rows, rows->target_pitch) ||
	    (rows->source && !usm_fits(rows, rows->source_pitch)))
		return fcl_pi_refuse(CL_INVALID_VALUE,
				     "a rectangle: expected pointers and rows within their pitch");
	join_rows(rows);
	if (rows->height == 1)
		return enqueue_row(rows, 0, event);
	events = calloc(rows->height, sizeof(pi_event));
	if (!events)
		return fcl_pi_refuse(CL_OUT_OF_HOST_MEMORY, "a rectangle: out of memory");
	result = usm_enqueue_all(rows, events, event);
	free(events);
	return result;
}

pi_result piextUSMEnqueueFill2D(pi_queue queue, void *pointer, size_t pitch, size_t pattern_size,
				const void *pattern, size_t width, size_t height,
				pi_uint32 num_waits, const pi_event *waits, pi_event *event)
{
	struct rows rows = {.queue = queue,
			    .width = width,
			    .height = height,
			    .num_waits = num_waits,
			    .waits = waits,
			    .target = pointer,
			    .target_pitch = pitch,
			    .pattern = pattern,
			    .pattern_size = pattern_size};

	return enqueue_rows(&rows, event);
}

pi_result piextUSMEnqueueMemset2D(pi_queue queue, void *pointer, size_t pitch, int value,
				  size_t width, size_t height, pi_uint32 num_waits,
				  const pi_event *waits, pi_event *event)
{
	unsigned char byte = (unsigned char)value;

	return piextUSMEnqueueFill2D(queue, pointer, pitch, 1, &byte, width, height, num_waits,
				     waits, event);
}

static pi_result usm_wait_for(pi_event *done, pi_event *event)
{
	pi_result result = FCL_PI_CALL(clWaitForEvents, 1, done);

	if (result || !event)
		fcl_pi.call->clReleaseEvent(*done);
	else
		*event = *done;
	return result;
}

pi_result piextUSMEnqueueMemcpy2D(pi_queue queue, pi_bool blocking, void *target,
				  size_t target_pitch, const void *source, size_t source_pitch,
				  size_t width, size_t height, pi_uint32 num_waits,
				  const pi_event *waits, pi_event *event)
{
	struct rows rows = {.queue = queue,
			    .width = width,
			    .height = height,
			    .num_waits = num_waits,
			    .waits = waits,
			    .target = target,
			    .target_pitch = target_pitch,
			    .source = source,
			    .source_pitch = source_pitch};
	pi_event done = NULL;
	pi_result result;

	if (!source)
		return fcl_pi_refuse(CL_INVALID_VALUE, "a copy: expected a source");
	if (!blocking)
		return enqueue_rows(&rows, event);
	result = enqueue_rows(&rows, &done);
	return result ? result : usm_wait_for(&done, event);
}
