/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/command/command_buffer.h"

#include "runtime/api/common/enqueue.h"
#include "runtime/api/common/info.h"
#include "runtime/core/commands/record.h"
#include "runtime/core/commands/replay.h"
#include "runtime/core/graph/event.h"
#include "runtime/core/objects/status.h"

static cl_int command_buffer_read_properties(const cl_command_buffer_properties_khr *list,
					     cl_command_buffer_flags_khr *ret_flags,
					     uint32_t *ret_count)
{
	const cl_command_buffer_properties_khr *at = list;

	*ret_flags = 0;
	*ret_count = 0;
	for (; at && *at; at += 2) {
		if (*at != CL_COMMAND_BUFFER_FLAGS_KHR || at != list)
			return CL_INVALID_VALUE;
		*ret_flags = at[1];
	}
	/* Replays may always overlap; hosts of versions up to 0.9.7 have to request it. */
	if (*ret_flags & ~(cl_command_buffer_flags_khr)CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR)
		return CL_INVALID_VALUE;
	if (list)
		*ret_count = (uint32_t)(at - list) + 1;
	return CL_SUCCESS;
}

CL_API_ENTRY cl_command_buffer_khr CL_API_CALL
clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
			 const cl_command_buffer_properties_khr *properties, cl_int *errcode_ret)
{
	struct fcl_command_buffer *buffer = NULL;
	cl_command_buffer_flags_khr flags;
	uint32_t count;
	cl_int error;

	if (num_queues != 1 || !queues)
		return fcl_api_fail(errcode_ret, CL_INVALID_VALUE);
	if (!fcl_api_queue(queues[0]))
		return fcl_api_fail(errcode_ret, CL_INVALID_COMMAND_QUEUE);
	error = command_buffer_read_properties(properties, &flags, &count);
	if (!error)
		error = fcl_status_from_errno(
			fcl_command_buffer_create(fcl_api_queue(queues[0]), &buffer));
	if (error)
		return fcl_api_fail(errcode_ret, error);
	buffer->properties = fcl_api_keep_list(properties, count, sizeof(*properties), &error);
	buffer->nproperties = count;
	if (error)
		fcl_object_unref(buffer);
	return fcl_api_created(errcode_ret, error, buffer);
}

FCL_API_COUNTED(clRetainCommandBufferKHR, clReleaseCommandBufferKHR, cl_command_buffer_khr,
		fcl_api_command_buffer, CL_INVALID_COMMAND_BUFFER_KHR)

CL_API_ENTRY cl_int CL_API_CALL clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer)
{
	struct fcl_command_buffer *buffer = fcl_api_command_buffer(command_buffer);
	cl_int error = CL_INVALID_OPERATION;

	if (!buffer)
		return CL_INVALID_COMMAND_BUFFER_KHR;
	pthread_mutex_lock(&buffer->lock);
	if (!atomic_load(&buffer->final))
		error = fcl_status_from_errno(fcl_command_buffer_finalize(buffer));
	pthread_mutex_unlock(&buffer->lock);
	return error;
}

/* The queue to replay on: the given one, with any properties, if it is on the same device. */
static cl_int pick_queue(const struct fcl_command_buffer *buffer, cl_uint num_queues,
			 const cl_command_queue *queues, struct fcl_queue **ret_queue)
{
	struct fcl_queue *queue;

	*ret_queue = buffer->queue;
	if (!num_queues && !queues)
		return CL_SUCCESS;
	if (num_queues != 1 || !queues)
		return CL_INVALID_VALUE;
	queue = fcl_api_queue(queues[0]);
	if (!queue)
		return CL_INVALID_COMMAND_QUEUE;
	if (queue->context != buffer->queue->context)
		return CL_INVALID_CONTEXT;
	if (queue->part != buffer->queue->part)
		return CL_INVALID_DEVICE;
	*ret_queue = queue;
	return CL_SUCCESS;
}

/* Like fcl_api_queue_accepts(): recorded commands do not accept events of other contexts. */
static cl_int command_buffer_check_waits(const struct fcl_queue *queue,
					 const struct fcl_api_tail *tail)
{
	cl_int error = fcl_api_check_waits(queue->context, tail->nwaits, tail->waits);

	for (cl_uint i = 0; !error && i < tail->nwaits; i++)
		if (fcl_api_event(tail->waits[i])->context != queue->context)
			error = fcl_api_explain(
				queue->context, CL_INVALID_CONTEXT,
				"element %u of the wait list belongs to another context than the command buffer",
				i);
	return error;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCommandBufferKHR(
	cl_uint num_queues, cl_command_queue *queues, cl_command_buffer_khr command_buffer,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};
	struct fcl_command_buffer *buffer = fcl_api_command_buffer(command_buffer);
	struct fcl_queue *queue;
	struct fcl_event *replay;
	cl_int error;

	if (!buffer)
		return CL_INVALID_COMMAND_BUFFER_KHR;
	if (!atomic_load(&buffer->final))
		return CL_INVALID_OPERATION;
	error = pick_queue(buffer, num_queues, queues, &queue);
	if (!error)
		error = command_buffer_check_waits(queue, &tail);
	if (error)
		return error;
	replay = fcl_event_create(queue, CL_COMMAND_COMMAND_BUFFER_KHR);
	if (replay)
		replay->work.replay.buffer = fcl_object_ref(buffer);
	return fcl_api_enqueue(replay, &tail);
}

static cl_command_buffer_state_khr state_of(struct fcl_command_buffer *buffer)
{
	return atomic_load(&buffer->final) ? CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR
					   : CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
}

CL_API_ENTRY cl_int CL_API_CALL clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
							  cl_command_buffer_info_khr param_name,
							  size_t param_value_size,
							  void *param_value,
							  size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	struct fcl_command_buffer *buffer = fcl_api_command_buffer(command_buffer);

	if (!buffer)
		return CL_INVALID_COMMAND_BUFFER_KHR;
	switch (param_name) {
	case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
		return fcl_api_info_uint(&info, 1);
	case CL_COMMAND_BUFFER_QUEUES_KHR:
		return fcl_api_info_handle(&info, buffer->queue);
	case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
		return fcl_api_info_uint(&info, fcl_object_api_refs(buffer));
	case CL_COMMAND_BUFFER_STATE_KHR:
		return fcl_api_info_uint(&info, state_of(buffer));
	case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
		return fcl_api_info_bytes(&info, buffer->properties,
					  buffer->nproperties * sizeof(*buffer->properties));
	case CL_COMMAND_BUFFER_CONTEXT_KHR:
		return fcl_api_info_handle(&info, buffer->queue->context);
	default:
		return CL_INVALID_VALUE;
	}
}
