/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A read of a program's pipe waits when its board is lost; FPGACL_DEVICES says when that happens.
 */
#include "host_tests/apps/app.h"

typedef cl_int CL_API_CALL read_fn(cl_command_queue, cl_program, const char *, cl_bool, void *,
				   size_t, cl_uint, const cl_event *, cl_event *);

static void read_ends(void **state)
{
	struct app app = app_open("scope_pipes.xclbin", 0);
	read_fn *read_pipe = (read_fn *)clGetExtensionFunctionAddressForPlatform(
		app.platform, "clEnqueueReadHostPipeINTEL");
	cl_command_queue queue = clCreateCommandQueue(app.context, app.devices[0],
						      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
	cl_command_queue pipes = clCreateCommandQueue(app.context, app.devices[0], 0, NULL);
	cl_mem buffer = clCreateBuffer(app.context, 0, 64, NULL, NULL);
	cl_int value = 0, status = 1;
	cl_event event;

	(void)state;
	/* A blocking read returns an error; running it on another thread would only hide that. */
	for (int i = 0; i < 3; i++)
		clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof(value), &value, 0, NULL,
				     NULL);
	clFinish(queue);
	assert_int_equal(read_pipe(pipes, app.program, "results", CL_TRUE, &value, sizeof(value), 0,
				   NULL, &event),
			 CL_DEVICE_NOT_AVAILABLE);
	OK(read_pipe(pipes, app.program, "results", CL_FALSE, &value, sizeof(value), 0, NULL,
		     &event));
	clWaitForEvents(1, &event);
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	assert_int_equal(status, CL_DEVICE_NOT_AVAILABLE);
	OK(clReleaseEvent(event));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseCommandQueue(pipes));
	OK(clReleaseCommandQueue(queue));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(read_ends)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
