/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/common/validate.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

_Thread_local struct fcl_queue *fcl_api_recorder;

cl_int fcl_api_explain(const struct fcl_context *context, cl_int code, const char *format, ...)
{
	char text[1000];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	fcl_log(FCL_LOG_ERROR, "api", "error %d: %s", code, text);
	fcl_context_notify((struct fcl_context *)context, 0, "fpgacl: error %d: %s", code, text);
	return code;
}

cl_int fcl_api_out_of_bounds(const struct fcl_mem *mem, uint64_t offset, uint64_t size)
{
	return fcl_api_explain(mem->context, CL_INVALID_VALUE,
			       "%" PRIu64 " bytes at offset %" PRIu64
			       " are not in the buffer, which has %" PRIu64,
			       size, offset, mem->size);
}

cl_int fcl_api_no_argument(const struct fcl_kernel *kernel, cl_uint index)
{
	return fcl_api_explain(kernel->program->context, CL_INVALID_ARG_INDEX,
			       "kernel %s has %u arguments, found index %u", kernel->name,
			       kernel->facts->nhost_args, index);
}

void *fcl_api_created(cl_int *errcode_ret, cl_int error, void *object)
{
	if (error)
		return fcl_api_fail(errcode_ret, error);
	fcl_object_publish(object);
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return object;
}

cl_int fcl_api_check_devices(const struct fcl_context *context, cl_uint count,
			     const cl_device_id *devices)
{
	if (!count || !devices)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++) {
		const struct fcl_part *part = fcl_api_part(devices[i]);

		if (!part || !fcl_context_has(context, part))
			return fcl_api_explain(
				context, CL_INVALID_DEVICE,
				"element %u of the device list is not a device of the context", i);
	}
	return CL_SUCCESS;
}

void *fcl_api_keep_list(const void *list, uint32_t count, size_t element, cl_int *ret_error)
{
	void *copy = count ? malloc(count * element) : NULL;

	*ret_error = count && !copy ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
	return copy ? memcpy(copy, list, count * element) : NULL;
}

cl_int fcl_api_check_some_waits(const struct fcl_context *context, cl_uint count,
				const cl_event *events)
{
	if (!count != !events)
		return fcl_api_explain(context, CL_INVALID_EVENT_WAIT_LIST,
				       "a wait list of %u events %s", count,
				       events ? "has a pointer" : "has no pointer");
	for (cl_uint i = 0; i < count; i++)
		if (!fcl_api_event(events[i]))
			return fcl_api_explain(context, CL_INVALID_EVENT_WAIT_LIST,
					       "element %u of the wait list is not an event", i);
	for (cl_uint i = 0; i < count; i++)
		if (!fcl_context_accepts(fcl_api_event(events[i])->context, context))
			return fcl_api_explain(
				context, CL_INVALID_CONTEXT,
				"element %u of the wait list belongs to another context than the queue",
				i);
	return CL_SUCCESS;
}

cl_int fcl_api_check_command(cl_command_queue queue, cl_mem mem, cl_uint nwaits,
			     const cl_event *waits)
{
	const struct fcl_queue *the_queue = fcl_api_queue(queue);
	const struct fcl_mem *the_mem;

	if (!the_queue)
		return CL_INVALID_COMMAND_QUEUE;
	the_mem = fcl_api_mem(mem);
	if (!the_mem)
		return fcl_api_explain(the_queue->context, CL_INVALID_MEM_OBJECT,
				       "the handle is not a buffer, or the buffer was released");
	if (!fcl_api_queue_accepts(the_queue, the_mem->context))
		return fcl_api_explain(the_queue->context, CL_INVALID_CONTEXT,
				       "the buffer belongs to another context than the queue");
	return fcl_api_check_waits(the_queue->context, nwaits, waits);
}
