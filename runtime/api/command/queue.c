/* SPDX-License-Identifier: Apache-2.0 */
#include <stdatomic.h>

#include "base/log.h"
#include "runtime/api/common/info.h"
#include "runtime/api/common/validate.h"
#include "runtime/core/graph/finish.h"
#include "runtime/core/objects/status.h"

static const cl_command_queue_properties host_bits = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
						     CL_QUEUE_PROFILING_ENABLE;
static const cl_command_queue_properties device_bits = CL_QUEUE_ON_DEVICE |
						       CL_QUEUE_ON_DEVICE_DEFAULT;

/* Device queues are valid in OpenCL, but no device supports them. */
static cl_int check_bits(cl_command_queue_properties bits)
{
	if (bits & ~(host_bits | device_bits))
		return CL_INVALID_VALUE;
	if (!(bits & device_bits))
		return CL_SUCCESS;
	if (!(bits & CL_QUEUE_ON_DEVICE) || !(bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
		return CL_INVALID_VALUE;
	return CL_INVALID_QUEUE_PROPERTIES;
}

/*
 * XRT accepts any device, and hosts for it give the board of a context's sub-devices, or a
 * sub-device of a context's board.
 */
static bool is_related(const struct fcl_context *context, const struct fcl_part *part)
{
	static atomic_flag logged = ATOMIC_FLAG_INIT;

	if (!context->mixes || fcl_context_device(context, part->device) < 0)
		return false;
	if (!atomic_flag_test_and_set(&logged))
		fcl_log(FCL_LOG_WARN, "api",
			"a queue is for a board or sub-device that is in the context only in part, or as a whole, which OpenCL does not allow: it works under XCL_EMULATION_MODE and with XRT");
	return true;
}

static cl_int check_pair(const struct fcl_context *context, const struct fcl_part *part)
{
	if (!context)
		return CL_INVALID_CONTEXT;
	if (!part || !(fcl_context_has(context, part) || is_related(context, part)))
		return CL_INVALID_DEVICE;
	return CL_SUCCESS;
}

/* The contents of a property list; each hint's value is one bit. */
struct properties {
	cl_command_queue_properties bits;
	bool has_bits, has_size, has_priority, has_throttle;
};

static bool is_hint(cl_queue_properties value, cl_queue_properties low)
{
	return value && value <= low && !(value & (value - 1));
}

/*
 * Boards start kernels in submission order, so the hints of cl_khr_priority_hints and
 * cl_khr_throttle_hints are checked and kept for queries, but have no effect.
 */
static cl_int queue_read_property(const cl_queue_properties *at, struct properties *properties)
{
	bool *seen, good = true;

	switch (*at) {
	case CL_QUEUE_PROPERTIES:
		seen = &properties->has_bits;
		properties->bits = at[1];
		break;
	case CL_QUEUE_SIZE:
		seen = &properties->has_size;
		break;
	case CL_QUEUE_PRIORITY_KHR:
		seen = &properties->has_priority;
		good = is_hint(at[1], CL_QUEUE_PRIORITY_LOW_KHR);
		break;
	case CL_QUEUE_THROTTLE_KHR:
		seen = &properties->has_throttle;
		good = is_hint(at[1], CL_QUEUE_THROTTLE_LOW_KHR);
		break;
	default:
		return CL_INVALID_VALUE;
	}
	if (*seen || !good)
		return CL_INVALID_VALUE;
	*seen = true;
	return CL_SUCCESS;
}

/* CL_QUEUE_SIZE is for device queues only: without CL_QUEUE_ON_DEVICE it is an error. */
static cl_int queue_read_properties(const cl_queue_properties *list,
				    cl_command_queue_properties *ret_bits, uint32_t *ret_count)
{
	const cl_queue_properties *at = list;
	struct properties read = {0};

	*ret_count = 0;
	for (; at && *at; at += 2) {
		cl_int error = queue_read_property(at, &read);

		if (error)
			return error;
	}
	if (list)
		*ret_count = (uint32_t)(at - list) + 1;
	*ret_bits = read.bits;
	if (read.has_size && !(read.bits & CL_QUEUE_ON_DEVICE))
		return CL_INVALID_VALUE;
	if ((read.has_priority || read.has_throttle) && read.bits & CL_QUEUE_ON_DEVICE)
		return CL_INVALID_QUEUE_PROPERTIES;
	return check_bits(read.bits);
}

cl_command_queue CL_API_CALL
clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
				   const cl_queue_properties *properties, cl_int *errcode_ret)
{
	struct fcl_queue *queue = NULL;
	cl_command_queue_properties bits;
	uint32_t count;
	cl_int error = check_pair(fcl_api_context(context), fcl_api_part(device));

	if (!error)
		error = queue_read_properties(properties, &bits, &count);
	if (!error)
		error = fcl_status_from_errno(fcl_queue_create(fcl_api_context(context),
							       fcl_api_part(device), bits, &queue));
	if (error)
		return fcl_api_fail(errcode_ret, error);
	queue->property_list = fcl_api_keep_list(properties, count, sizeof(*properties), &error);
	queue->nproperty_list = count;
	if (error)
		fcl_object_unref(queue);
	return fcl_api_created(errcode_ret, error, queue);
}

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
						  cl_command_queue_properties properties,
						  cl_int *errcode_ret)
{
	struct fcl_queue *queue = NULL;
	cl_int error = check_pair(fcl_api_context(context), fcl_api_part(device));

	if (!error)
		error = check_bits(properties);
	if (!error)
		error = fcl_status_from_errno(fcl_queue_create(
			fcl_api_context(context), fcl_api_part(device), properties, &queue));
	return fcl_api_created(errcode_ret, error, queue);
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue command_queue)
{
	if (!fcl_api_queue(command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	fcl_object_retain(command_queue);
	return CL_SUCCESS;
}

/* "Performs an implicit flush to issue any previously queued OpenCL commands." */
cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue command_queue)
{
	struct fcl_queue *queue = fcl_api_queue(command_queue);

	if (!queue)
		return CL_INVALID_COMMAND_QUEUE;
	fcl_queue_flush(queue);
	fcl_object_release(queue);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue command_queue,
					 cl_command_queue_info param_name, size_t param_value_size,
					 void *param_value, size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	const struct fcl_queue *queue = fcl_api_queue(command_queue);

	if (!queue)
		return CL_INVALID_COMMAND_QUEUE;
	switch (param_name) {
	case CL_QUEUE_CONTEXT:
		return fcl_api_info_handle(&info, queue->context);
	case CL_QUEUE_DEVICE:
		return fcl_api_info_handle(&info, queue->part);
	case CL_QUEUE_REFERENCE_COUNT:
		return fcl_api_info_uint(&info, fcl_object_api_refs(queue));
	case CL_QUEUE_PROPERTIES:
		return fcl_api_info_ulong(&info, queue->properties);
	case CL_QUEUE_PROPERTIES_ARRAY:
		return fcl_api_info_bytes(&info, queue->property_list,
					  queue->nproperty_list * sizeof(cl_queue_properties));
	case CL_QUEUE_SIZE: /* for device queues only */
		return CL_INVALID_COMMAND_QUEUE;
	case CL_QUEUE_DEVICE_DEFAULT:
		return fcl_api_info_handle(&info, NULL);
	default:
		return CL_INVALID_VALUE;
	}
}

/* Since OpenCL 1.1, a queue's properties need not change after its creation; with XRT they do. */
cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue command_queue,
					     cl_command_queue_properties properties, cl_bool enable,
					     cl_command_queue_properties *old_properties)
{
	struct fcl_queue *queue = fcl_api_queue(command_queue);
	cl_command_queue_properties old;
	cl_int error;

	if (!queue)
		return CL_INVALID_COMMAND_QUEUE;
	if (!queue->context->mixes)
		return fcl_api_explain(
			queue->context, CL_INVALID_OPERATION,
			"a queue's properties are set when it is created; under XCL_EMULATION_MODE they can be changed");
	error = check_bits(properties);
	if (error)
		return error;
	old = queue->properties;
	error = fcl_status_from_errno(fcl_queue_change(queue, properties, enable));
	if (!error && old_properties)
		*old_properties = old;
	return error;
}

/* No device has a replaceable default queue. */
cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
						  cl_command_queue command_queue)
{
	cl_int error = check_pair(fcl_api_context(context), fcl_api_part(device));

	(void)command_queue;
	return error ? error : CL_INVALID_OPERATION;
}
