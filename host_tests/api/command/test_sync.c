/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#define Q api.queue
#define NO_QUEUE ((cl_command_queue)api.buffer)

static void errors(void **state)
{
	cl_event bad = (cl_event)Q, user = api.user, foreign = api.foreign_event, event = NULL;

	(void)state;
	EXPECT(CL_INVALID_COMMAND_QUEUE, clEnqueueMarkerWithWaitList(NO_QUEUE, 0, NULL, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(Q, 1, NULL, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(Q, 0, &user, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(Q, 1, &bad, NULL));
	EXPECT(CL_INVALID_CONTEXT, clEnqueueMarkerWithWaitList(Q, 1, &foreign, NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrierWithWaitList(NO_QUEUE, 0, NULL, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueBarrierWithWaitList(Q, 1, NULL, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueBarrierWithWaitList(Q, 0, &user, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueBarrierWithWaitList(Q, 1, &bad, NULL));
	EXPECT(CL_INVALID_CONTEXT, clEnqueueBarrierWithWaitList(Q, 1, &foreign, NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE, clEnqueueMarker(NO_QUEUE, &event));
	EXPECT(CL_INVALID_VALUE, clEnqueueMarker(Q, NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier(NO_QUEUE));
	EXPECT(CL_INVALID_COMMAND_QUEUE, clEnqueueWaitForEvents(NO_QUEUE, 1, &user));
	EXPECT(CL_INVALID_VALUE, clEnqueueWaitForEvents(Q, 0, &user));
	EXPECT(CL_INVALID_VALUE, clEnqueueWaitForEvents(Q, 1, NULL));
	EXPECT(CL_INVALID_EVENT, clEnqueueWaitForEvents(Q, 1, &bad));
	EXPECT(CL_INVALID_CONTEXT, clEnqueueWaitForEvents(Q, 1, &foreign));
	EXPECT(CL_INVALID_COMMAND_QUEUE, clFlush(NO_QUEUE));
	EXPECT(CL_INVALID_COMMAND_QUEUE, clFinish(NO_QUEUE));
	EXPECT_TRUE(!event);
	EXPECT(CL_SUCCESS, clFlush(Q));
	EXPECT(CL_SUCCESS, clFinish(Q));
	api_end();
}

static cl_int status_of(cl_event event)
{
	cl_int status = 12345;

	clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
	return status;
}

static cl_command_type type_of(cl_event event)
{
	cl_command_type type = 0;

	clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
	return type;
}

/* Dependencies in an out-of-order queue: no command completes before those that it depends on. */
static void out_of_order(void **state)
{
	cl_event gate = clCreateUserEvent(api.context, NULL);
	cl_event held, free_one, marker, empty_list, barrier, after;
	char byte = 0;

	(void)state;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(api.loose, api.buffer, CL_FALSE, 0, 1, &byte, 1, &gate, &held));
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(api.loose, 0, NULL, &marker));
	EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(api.loose, api.buffer, CL_TRUE, 8, 1, &byte, 0,
						NULL, &free_one));
	EXPECT_TRUE(status_of(free_one) == CL_COMPLETE);
	EXPECT_TRUE(status_of(marker) > CL_COMPLETE);
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(api.loose, 1, &free_one, &empty_list));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &empty_list));
	EXPECT(CL_SUCCESS, clEnqueueBarrierWithWaitList(api.loose, 0, NULL, &barrier));
	EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(api.loose, api.buffer, CL_FALSE, 16, 1, &byte, 0,
						NULL, &after));
	EXPECT(CL_SUCCESS, clFlush(api.loose));
	EXPECT_TRUE(status_of(held) > CL_COMPLETE && status_of(barrier) > CL_COMPLETE &&
		    status_of(after) > CL_COMPLETE);
	EXPECT_TRUE(type_of(marker) == CL_COMMAND_MARKER && type_of(barrier) == CL_COMMAND_BARRIER);
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clFinish(api.loose));
	EXPECT_TRUE(status_of(held) == CL_COMPLETE && status_of(marker) == CL_COMPLETE &&
		    status_of(barrier) == CL_COMPLETE && status_of(after) == CL_COMPLETE);
	clReleaseEvent(gate);
	clReleaseEvent(held);
	clReleaseEvent(free_one);
	clReleaseEvent(marker);
	clReleaseEvent(empty_list);
	clReleaseEvent(barrier);
	clReleaseEvent(after);
	api_end();
}

/* After a barrier with a wait list, later commands only wait for that list. */
static void barrier_with_list(void **state)
{
	cl_event gate = clCreateUserEvent(api.context, NULL);
	cl_event other = clCreateUserEvent(api.context, NULL), held, after;
	char byte = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(api.loose, api.buffer, CL_FALSE, 0, 1, &byte, 1,
						&other, &held));
	EXPECT(CL_SUCCESS, clEnqueueBarrierWithWaitList(api.loose, 1, &gate, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(api.loose, api.buffer, CL_FALSE, 8, 1, &byte, 0, NULL, &after));
	EXPECT_TRUE(status_of(after) > CL_COMPLETE);
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &after));
	EXPECT_TRUE(status_of(held) > CL_COMPLETE);
	EXPECT(CL_SUCCESS, clSetUserEventStatus(other, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clFinish(api.loose));
	clReleaseEvent(gate);
	clReleaseEvent(other);
	clReleaseEvent(held);
	clReleaseEvent(after);
	api_end();
}

/* The three synchronisation calls of OpenCL 1.0. */
static void old_calls(void **state)
{
	cl_event gate = clCreateUserEvent(api.context, NULL), marker = NULL, after = NULL;
	char byte = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueWaitForEvents(api.loose, 1, &gate));
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(api.loose, api.buffer, CL_FALSE, 0, 1, &byte, 0, NULL, &after));
	EXPECT(CL_SUCCESS, clEnqueueMarker(api.loose, &marker));
	EXPECT(CL_SUCCESS, clEnqueueBarrier(api.loose));
	EXPECT_TRUE(status_of(after) > CL_COMPLETE && status_of(marker) > CL_COMPLETE);
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clFinish(api.loose));
	EXPECT_TRUE(status_of(after) == CL_COMPLETE && status_of(marker) == CL_COMPLETE);
	clReleaseEvent(gate);
	clReleaseEvent(marker);
	clReleaseEvent(after);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors),
		cmocka_unit_test(out_of_order),
		cmocka_unit_test(barrier_with_list),
		cmocka_unit_test(old_calls),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
