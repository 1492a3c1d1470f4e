/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/pi/opencl.h"

/* Since version 11.15 of the interface, events are created in completed state. */
pi_result piEventCreate(pi_context context, pi_event *event)
{
	pi_result result;
	pi_event made;
	cl_int code;

	if (!event)
		return fcl_pi_refuse(CL_INVALID_VALUE, "no pointer for the event");
	made = fcl_pi.call->clCreateUserEvent(context, &code);
	if (code)
		return fcl_pi_fail(code, "clCreateUserEvent");
	result = FCL_PI_CALL(clSetUserEventStatus, made, CL_COMPLETE);
	if (result)
		fcl_pi.call->clReleaseEvent(made);
	else
		*event = made;
	return result;
}

pi_result piEventGetInfo(pi_event event, pi_enum name, size_t size, void *value, size_t *size_ret)
{
	return FCL_PI_CALL(clGetEventInfo, event, name, size, value, size_ret);
}

pi_result piEventGetProfilingInfo(pi_event event, pi_enum name, size_t size, void *value,
				  size_t *size_ret)
{
	return FCL_PI_CALL(clGetEventProfilingInfo, event, name, size, value, size_ret);
}

pi_result piEventsWait(pi_uint32 num_events, const pi_event *events)
{
	return FCL_PI_CALL(clWaitForEvents, num_events, events);
}

pi_result piEventSetCallback(pi_event event, pi_int32 type,
			     void (*notify)(pi_event event, pi_int32 status, void *user_data),
			     void *user_data)
{
	return FCL_PI_CALL(clSetEventCallback, event, type, notify, user_data);
}

pi_result piEventSetStatus(pi_event event, pi_int32 status)
{
	return FCL_PI_CALL(clSetUserEventStatus, event, status);
}

pi_result piEventRetain(pi_event event)
{
	return FCL_PI_CALL(clRetainEvent, event);
}

pi_result piEventRelease(pi_event event)
{
	return FCL_PI_CALL(clReleaseEvent, event);
}
