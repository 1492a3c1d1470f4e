/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/common/enqueue.h"

#include <CL/cl_ext.h>

#include "runtime/core/graph/event.h"
#include "runtime/core/graph/failures.h"
#include "runtime/core/objects/status.h"

static bool waits_failed(const struct fcl_api_tail *tail)
{
	for (cl_uint i = 0; i < tail->nwaits; i++)
		if (fcl_event_status(fcl_api_event(tail->waits[i])) < 0)
			return true;
	return false;
}

cl_int fcl_api_wait(struct fcl_event *event, const struct fcl_api_tail *tail)
{
	cl_int status = fcl_event_wait(event);

	if (status >= 0)
		return CL_SUCCESS;
	fcl_failures_seen(event);
	return waits_failed(tail) ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : status;
}

/* Whether the host can use the data of a buffer once the command has ended. */
static bool delivers_data(const struct fcl_event *event)
{
	switch (event->as) {
	case CL_COMMAND_READ_BUFFER:
	case CL_COMMAND_READ_BUFFER_RECT:
		return true;
	case CL_COMMAND_MAP_BUFFER:
		return !(event->work.map.flags & CL_MAP_WRITE_INVALIDATE_REGION);
	default:
		return event->type == CL_COMMAND_SVM_MEMCPY || event->type == CL_COMMAND_SVM_MAP ||
		       event->type == CL_COMMAND_MEMCPY_INTEL;
	}
}

cl_int fcl_api_enqueue(struct fcl_event *event, const struct fcl_api_tail *tail)
{
	cl_int error = CL_OUT_OF_HOST_MEMORY;

	if (!event)
		return error;
	event->checks_failures = tail->blocking && delivers_data(event);
	error = fcl_status_from_errno(
		fcl_event_enqueue(event, tail->nwaits, (struct fcl_event *const *)tail->waits));
	if (!error && tail->blocking)
		error = fcl_api_wait(event, tail);
	if (error || !tail->ret_event) {
		fcl_object_unref(event);
		return error;
	}
	fcl_object_publish(event);
	*tail->ret_event = (cl_event)event;
	return CL_SUCCESS;
}
