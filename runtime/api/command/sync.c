/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/common/enqueue.h"
#include "runtime/core/graph/event.h"
#include "runtime/core/graph/failures.h"
#include "runtime/core/graph/finish.h"
#include "runtime/core/objects/status.h"

/* Markers and barriers; without a wait list, they wait for all earlier commands. */
static cl_int sync_enqueue(cl_command_queue queue, cl_command_type type,
			   const struct fcl_api_tail *tail)
{
	struct fcl_queue *the_queue = fcl_api_queue(queue);
	cl_int error;

	if (!the_queue)
		return CL_INVALID_COMMAND_QUEUE;
	error = fcl_api_check_waits(the_queue->context, tail->nwaits, tail->waits);
	return error ? error : fcl_api_enqueue(fcl_event_create(the_queue, type), tail);
}

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue command_queue,
					       cl_uint num_events_in_wait_list,
					       const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};

	return sync_enqueue(command_queue, CL_COMMAND_MARKER, &tail);
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue command_queue,
						cl_uint num_events_in_wait_list,
						const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};

	return sync_enqueue(command_queue, CL_COMMAND_BARRIER, &tail);
}

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue command_queue, cl_event *event)
{
	struct fcl_api_tail tail = {.ret_event = event};

	if (!fcl_api_queue(command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	return event ? sync_enqueue(command_queue, CL_COMMAND_MARKER, &tail) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue command_queue)
{
	struct fcl_api_tail tail = {0};

	return sync_enqueue(command_queue, CL_COMMAND_BARRIER, &tail);
}

/*
 * OpenCL 1.0's form of a barrier that waits for events; it has a different error code for an
 * invalid event. With XRT, an empty list makes a plain barrier.
 */
cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
					  const cl_event *event_list)
{
	struct fcl_api_tail tail = {.nwaits = num_events, .waits = event_list};
	const struct fcl_queue *queue = fcl_api_queue(command_queue);

	if (!queue)
		return CL_INVALID_COMMAND_QUEUE;
	if (!event_list != !num_events || (!num_events && !queue->context->mixes))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < num_events; i++)
		if (!fcl_api_event(event_list[i]))
			return CL_INVALID_EVENT;
	return sync_enqueue(command_queue, CL_COMMAND_BARRIER, &tail);
}

cl_int CL_API_CALL clFlush(cl_command_queue command_queue)
{
	struct fcl_queue *queue = fcl_api_queue(command_queue);

	if (!queue)
		return CL_INVALID_COMMAND_QUEUE;
	fcl_queue_flush(queue);
	return CL_SUCCESS;
}

/* Many hosts look at no other status than that of clFinish. */
static cl_int report_unseen(struct fcl_queue *queue)
{
	char name[64];
	int32_t status;

	if (!fcl_failures_take(queue, name, sizeof(name), &status))
		return CL_SUCCESS;
	return fcl_api_explain(
		queue->context, status,
		"%s in this queue has failed, and the host has not checked its status", name);
}

cl_int CL_API_CALL clFinish(cl_command_queue command_queue)
{
	struct fcl_queue *queue = fcl_api_queue(command_queue);
	cl_int error;

	if (!queue)
		return CL_INVALID_COMMAND_QUEUE;
	error = fcl_status_from_errno(fcl_queue_finish(queue));
	return !error && queue->context->reports ? report_unseen(queue) : error;
}
