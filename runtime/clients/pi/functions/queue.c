/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/pi/info.h"

enum {
	PLAIN_FLAGS = PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE | PI_QUEUE_FLAG_PROFILING_ENABLE |
		      PI_QUEUE_FLAG_ON_DEVICE | PI_QUEUE_FLAG_ON_DEVICE_DEFAULT, /* the same values
										  * as OpenCL's */
	PRIORITIES = PI_QUEUE_FLAG_PRIORITY_LOW | PI_QUEUE_FLAG_PRIORITY_HIGH,
};

/* Discarding events is optional; priorities are hints, as in cl_khr_priority_hints. */
static pi_result queue_create(pi_context context, pi_device device, pi_queue_properties flags,
			      pi_queue *queue)
{
	const pi_queue_properties known = PLAIN_FLAGS | PI_QUEUE_FLAG_DISCARD_EVENTS | PRIORITIES;
	cl_queue_properties properties[5] = {CL_QUEUE_PROPERTIES, flags & PLAIN_FLAGS};

	if (flags & ~known || (flags & PRIORITIES) == PRIORITIES)
		return fcl_pi_refuse(CL_INVALID_QUEUE_PROPERTIES,
				     "a queue: expected known flags and one priority, found 0x%llx",
				     (unsigned long long)flags);
	if (flags & PRIORITIES) {
		properties[2] = CL_QUEUE_PRIORITY_KHR;
		properties[3] = flags & PI_QUEUE_FLAG_PRIORITY_LOW ? CL_QUEUE_PRIORITY_LOW_KHR
								   : CL_QUEUE_PRIORITY_HIGH_KHR;
	}
	FCL_PI_CREATE(queue, clCreateCommandQueueWithProperties, context, device, properties);
}

pi_result piQueueCreate(pi_context context, pi_device device, pi_queue_properties flags,
			pi_queue *queue)
{
	return queue_create(context, device, flags, queue);
}

/* The list is {name, value, …, 0}. The only valid index is 0. */
pi_result piextQueueCreate(pi_context context, pi_device device, pi_queue_properties *properties,
			   pi_queue *queue)
{
	pi_queue_properties flags = 0;

	for (const pi_queue_properties *at = properties; at && *at; at += 2) {
		if (at[0] == PI_QUEUE_FLAGS)
			flags = at[1];
		else if (at[0] != PI_QUEUE_COMPUTE_INDEX || at[1])
			return fcl_pi_refuse(
				CL_INVALID_QUEUE_PROPERTIES,
				"a queue: expected flags or index 0, found 0x%llx 0x%llx",
				(unsigned long long)at[0], (unsigned long long)at[1]);
	}
	return queue_create(context, device, flags, queue);
}

/* Whether all enqueued commands have ended: if so, a marker after them ends immediately. */
static pi_result answer_empty(const struct fcl_pi_answer *answer, pi_queue queue)
{
	cl_int status = CL_COMPLETE;
	cl_event marker = NULL;
	pi_result result = FCL_PI_CALL(clEnqueueMarkerWithWaitList, queue, 0, NULL, &marker);

	if (!result)
		result = FCL_PI_CALL(clFlush, queue);
	if (!result)
		result = FCL_PI_CALL(clGetEventInfo, marker, CL_EVENT_COMMAND_EXECUTION_STATUS,
				     sizeof(status), &status, NULL);
	if (marker)
		fcl_pi.call->clReleaseEvent(marker);
	return result ? result : fcl_pi_answer_bool(answer, status <= CL_COMPLETE);
}

pi_result piQueueGetInfo(pi_queue queue, pi_enum name, size_t size, void *value, size_t *size_ret)
{
	struct fcl_pi_answer answer = {size, value, size_ret};

	if (name == PI_QUEUE_INFO_EMPTY)
		return answer_empty(&answer, queue);
	return FCL_PI_CALL(clGetCommandQueueInfo, queue, name, size, value, size_ret);
}

pi_result piQueueRetain(pi_queue queue)
{
	return FCL_PI_CALL(clRetainCommandQueue, queue);
}

pi_result piQueueRelease(pi_queue queue)
{
	return FCL_PI_CALL(clReleaseCommandQueue, queue);
}

pi_result piQueueFinish(pi_queue queue)
{
	return FCL_PI_CALL(clFinish, queue);
}

pi_result piQueueFlush(pi_queue queue)
{
	return FCL_PI_CALL(clFlush, queue);
}
