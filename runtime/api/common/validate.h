/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_VALIDATE_H
#define FCL_API_VALIDATE_H

#include "runtime/api/common/api.h"
#include "runtime/core/graph/command.h"
#include "runtime/core/objects/svm.h"
#include "runtime/core/platform/platform.h"

/* Each returns the object behind a handle, or NULL if the handle is no live object of that type. */

/* The only platform. This opens its devices if they are not open: in a forked child. */
static inline struct fcl_platform *fcl_api_platform(cl_platform_id handle)
{
	return fcl_object_is(handle, FCL_TYPE_PLATFORM) ? fcl_platform_get() : NULL;
}

/* A board or a sub-device. */
static inline struct fcl_part *fcl_api_part(cl_device_id handle)
{
	return fcl_object_is(handle, FCL_TYPE_DEVICE) || fcl_object_is(handle, FCL_TYPE_SUB_DEVICE)
		       ? (struct fcl_part *)handle
		       : NULL;
}

/* The board that a device handle refers to, or is a part of. */
static inline struct fcl_device *fcl_api_device(cl_device_id handle)
{
	struct fcl_part *part = fcl_api_part(handle);

	return part ? part->device : NULL;
}

static inline struct fcl_context *fcl_api_context(cl_context handle)
{
	return fcl_object_is(handle, FCL_TYPE_CONTEXT) ? (struct fcl_context *)handle : NULL;
}

/* Where this thread's call records a command instead of enqueueing it; NULL: it does not. */
extern _Thread_local struct fcl_queue *fcl_api_recorder;

static inline struct fcl_queue *fcl_api_queue(cl_command_queue handle)
{
	if (fcl_object_is(handle, FCL_TYPE_QUEUE))
		return (struct fcl_queue *)handle;
	return handle && (struct fcl_queue *)handle == fcl_api_recorder ? fcl_api_recorder : NULL;
}

/*
 * A buffer or a pipe. Shared virtual memory has no handle, so a stale handle to an earlier object
 * in the same memory must not give access to it.
 */
static inline struct fcl_mem *fcl_api_memobj(cl_mem handle)
{
	struct fcl_mem *mem = fcl_object_is(handle, FCL_TYPE_MEM) ? (struct fcl_mem *)handle : NULL;

	return mem && !fcl_svm_is(mem) ? mem : NULL;
}

/* A buffer. */
static inline struct fcl_mem *fcl_api_mem(cl_mem handle)
{
	struct fcl_mem *mem = fcl_api_memobj(handle);

	return mem && !mem->pipe ? mem : NULL;
}

static inline struct fcl_program *fcl_api_program(cl_program handle)
{
	return fcl_object_is(handle, FCL_TYPE_PROGRAM) ? (struct fcl_program *)handle : NULL;
}

static inline struct fcl_kernel *fcl_api_kernel(cl_kernel handle)
{
	return fcl_object_is(handle, FCL_TYPE_KERNEL) ? (struct fcl_kernel *)handle : NULL;
}

static inline struct fcl_event *fcl_api_event(cl_event handle)
{
	return fcl_object_is(handle, FCL_TYPE_EVENT) ? (struct fcl_event *)handle : NULL;
}

/* Reports why the host's call fails, to the context's callback and to the log. Returns the code. */
cl_int fcl_api_explain(const struct fcl_context *context, cl_int code, const char *format, ...)
	__attribute__((format(printf, 3, 4), cold));

/* Reports a region outside of the buffer: CL_INVALID_VALUE. */
cl_int fcl_api_out_of_bounds(const struct fcl_mem *mem, uint64_t offset, uint64_t size);

/* Reports an index beyond the kernel's arguments: CL_INVALID_ARG_INDEX. */
cl_int fcl_api_no_argument(const struct fcl_kernel *kernel, cl_uint index);

/* For calls that return an object: stores the error and returns NULL. */
static inline void *fcl_api_fail(cl_int *errcode_ret, cl_int error)
{
	if (errcode_ret)
		*errcode_ret = error;
	return NULL;
}

/* Ends such a call: publishes the object and returns it, or stores the error and returns NULL. */
void *fcl_api_created(cl_int *errcode_ret, cl_int error, void *object);

/*
 * Copies a property list of `count` elements to memory of malloc(), for an object. Returns NULL for
 * an empty list, and, with CL_OUT_OF_HOST_MEMORY, if memory runs out.
 */
void *fcl_api_keep_list(const void *list, uint32_t count, size_t element, cl_int *ret_error);

/*
 * Checks a device_list of devices of a context: CL_INVALID_VALUE if it is NULL or empty;
 * CL_INVALID_DEVICE for a handle that is not a device, or is one of another context.
 */
cl_int fcl_api_check_devices(const struct fcl_context *context, cl_uint count,
			     const cl_device_id *devices);

/*
 * Whether commands of the queue may use an object of that context: as fcl_context_accepts(), except
 * that command buffers only accept their own context. XRT has no command buffers, so no host relies
 * on more.
 */
static inline bool fcl_api_queue_accepts(const struct fcl_queue *queue,
					 const struct fcl_context *context)
{
	return queue->context == context ||
	       (!queue->recorder_of && fcl_context_mixes(context, queue->context));
}

/* Checks an event_wait_list: CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_CONTEXT. */
cl_int fcl_api_check_some_waits(const struct fcl_context *context, cl_uint count,
				const cl_event *events);
static inline cl_int fcl_api_check_waits(const struct fcl_context *context, cl_uint count,
					 const cl_event *events)
{
	return count || events ? fcl_api_check_some_waits(context, count, events) : CL_SUCCESS;
}

/*
 * The checks that all commands on one memory object share: CL_INVALID_COMMAND_QUEUE,
 * CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST.
 */
cl_int fcl_api_check_command(cl_command_queue queue, cl_mem mem, cl_uint nwaits,
			     const cl_event *waits);

/* Whether [offset, offset + size) is within `bytes`; no sum overflows. */
static inline bool fcl_api_in_bounds(uint64_t offset, uint64_t size, uint64_t bytes)
{
	return offset <= bytes && size <= bytes - offset;
}

/* The two functions that count the host's references to an object. */
#define FCL_API_COUNTED(retain, release, type, find, invalid)                                      \
	cl_int CL_API_CALL retain(type handle)                                                     \
	{                                                                                          \
		if (!find(handle))                                                                 \
			return invalid;                                                            \
		fcl_object_retain(handle);                                                         \
		return CL_SUCCESS;                                                                 \
	}                                                                                          \
	cl_int CL_API_CALL release(type handle)                                                    \
	{                                                                                          \
		if (!find(handle))                                                                 \
			return invalid;                                                            \
		fcl_object_release(handle);                                                        \
		return CL_SUCCESS;                                                                 \
	}

#endif
