/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/validate.h"

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
			return CL_INVALID_DEVICE;
	}
	return CL_SUCCESS;
}

cl_int fcl_api_check_waits(const struct fcl_context *context, cl_uint count, const cl_event *events)
{
	if (!count != !events)
		return CL_INVALID_EVENT_WAIT_LIST;
	for (cl_uint i = 0; i < count; i++)
		if (!fcl_api_event(events[i]))
			return CL_INVALID_EVENT_WAIT_LIST;
	for (cl_uint i = 0; i < count; i++)
		if (fcl_api_event(events[i])->context != context)
			return CL_INVALID_CONTEXT;
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
		return CL_INVALID_MEM_OBJECT;
	if (the_mem->context != the_queue->context)
		return CL_INVALID_CONTEXT;
	return fcl_api_check_waits(the_queue->context, nwaits, waits);
}
