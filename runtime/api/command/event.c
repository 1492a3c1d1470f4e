/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/event.h"
#include "runtime/api/common/info.h"
#include "runtime/api/common/validate.h"
#include "runtime/core/graph/failures.h"
#include "runtime/core/objects/status.h"

cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *errcode_ret)
{
	struct fcl_context *the_context = fcl_api_context(context);
	struct fcl_event *event;

	if (!the_context)
		return fcl_api_fail(errcode_ret, CL_INVALID_CONTEXT);
	event = fcl_event_create_user(the_context);
	return fcl_api_created(errcode_ret, event ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY, event);
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int execution_status)
{
	struct fcl_event *the_event = fcl_api_event(event);

	if (!the_event || the_event->queue)
		return CL_INVALID_EVENT;
	if (execution_status > CL_COMPLETE)
		return CL_INVALID_VALUE;
	return fcl_event_set_user_status(the_event, execution_status) ? CL_INVALID_OPERATION
								      : CL_SUCCESS;
}

static cl_int check_events(cl_uint count, const cl_event *events)
{
	if (!count || !events)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++)
		if (!fcl_api_event(events[i]))
			return CL_INVALID_EVENT;
	for (cl_uint i = 1; i < count; i++)
		if (!fcl_context_accepts(fcl_api_event(events[i])->context,
					 fcl_api_event(events[0])->context))
			return CL_INVALID_CONTEXT;
	return CL_SUCCESS;
}

cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event *event_list)
{
	cl_int error = check_events(num_events, event_list);

	if (error)
		return error;
	for (cl_uint i = 0; i < num_events; i++)
		if (fcl_event_wait((struct fcl_event *)event_list[i]) < 0) {
			fcl_failures_seen((struct fcl_event *)event_list[i]);
			error = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
		}
	fcl_event_settle(num_events, (struct fcl_event *const *)event_list);
	return error;
}

cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
				  void *param_value, size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	struct fcl_event *the_event = fcl_api_event(event);
	cl_int status;

	if (!the_event)
		return CL_INVALID_EVENT;
	switch (param_name) {
	case CL_EVENT_COMMAND_QUEUE:
		return fcl_api_info_handle(&info, the_event->queue);
	case CL_EVENT_CONTEXT:
		return fcl_api_info_handle(&info, the_event->context);
	case CL_EVENT_COMMAND_TYPE:
		return fcl_api_info_uint(&info, the_event->type);
	case CL_EVENT_COMMAND_EXECUTION_STATUS:
		status = fcl_event_status(the_event);
		if (status < 0 && param_value)
			fcl_failures_seen(the_event);
		return fcl_api_info_uint(&info, (cl_uint)status);
	case CL_EVENT_REFERENCE_COUNT:
		return fcl_api_info_uint(&info, fcl_object_api_refs(the_event));
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
				      void(CL_CALLBACK *pfn_notify)(cl_event, cl_int, void *),
				      void *user_data)
{
	struct fcl_event *the_event = fcl_api_event(event);

	if (!the_event)
		return CL_INVALID_EVENT;
	if (!pfn_notify || command_exec_callback_type < CL_COMPLETE ||
	    command_exec_callback_type > CL_SUBMITTED)
		return CL_INVALID_VALUE;
	return fcl_status_from_errno(fcl_event_add_callback(the_event, command_exec_callback_type,
							    pfn_notify, user_data));
}

FCL_API_COUNTED(clRetainEvent, clReleaseEvent, cl_event, fcl_api_event, CL_INVALID_EVENT)

static bool is_profiled(const struct fcl_queue *queue)
{
	return queue->properties & CL_QUEUE_PROFILING_ENABLE;
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
					   size_t param_value_size, void *param_value,
					   size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	struct fcl_event *the_event = fcl_api_event(event);

	if (!the_event)
		return CL_INVALID_EVENT;
	if (the_event->queue && !is_profiled(the_event->queue))
		return fcl_api_explain(
			the_event->context, CL_PROFILING_INFO_NOT_AVAILABLE,
			"the command's queue was created without CL_QUEUE_PROFILING_ENABLE");
	if (!the_event->queue || fcl_event_try(the_event) != CL_COMPLETE)
		return CL_PROFILING_INFO_NOT_AVAILABLE;
	switch (param_name) {
	case CL_PROFILING_COMMAND_QUEUED:
		return fcl_api_info_ulong(&info, the_event->queued_ns);
	case CL_PROFILING_COMMAND_SUBMIT:
		return fcl_api_info_ulong(&info, the_event->submit_ns);
	case CL_PROFILING_COMMAND_START:
		return fcl_api_info_ulong(&info, the_event->start_ns);
	case CL_PROFILING_COMMAND_END:
	case CL_PROFILING_COMMAND_COMPLETE: /* same as END: kernels enqueue no commands on the device */
		return fcl_api_info_ulong(&info, the_event->end_ns);
	default:
		return CL_INVALID_VALUE;
	}
}
