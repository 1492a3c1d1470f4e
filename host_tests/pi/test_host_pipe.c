/* SPDX-License-Identifier: Apache-2.0 */
/* piextEnqueueReadHostPipe and piextEnqueueWriteHostPipe, on the pipes of scope_pipes.cl. */
#include "host_tests/pi/pi_test.h"
#include "host_tests/read_file.h"

#define T pi.table
#define NONE ((void *)pi.buffer) /* a handle, but of another type */

static pi_program make_program(void)
{
	size_t size;
	unsigned char *bytes = read_file(PI_IMAGE, &size);
	const unsigned char *given = bytes;
	pi_program program = NULL;
	pi_int32 status;

	assert_non_null(bytes);
	EXPECT(PI_SUCCESS, T->piProgramCreateWithBinary(pi.context, 1, &pi.devices[0], &size,
							&given, 0, NULL, &status, &program));
	EXPECT(PI_SUCCESS, T->piProgramBuild(program, 1, &pi.devices[0], "", NULL, NULL));
	free(bytes);
	return program;
}

static pi_int32 end_of(pi_event event)
{
	pi_int32 status = 1;

	T->piEventsWait(1, &event);
	EXPECT(PI_SUCCESS, T->piEventGetInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
					     sizeof(status), &status, NULL));
	EXPECT(PI_SUCCESS, T->piEventRelease(event));
	return status;
}

static void packets(void **state)
{
	pi_program program = make_program();
	int32_t values[4] = {3, 1, 4, 1}, back = 0, factor = 7, count = 4;
	pi_kernel scale = NULL;
	pi_event event = NULL;
	size_t one = 1;

	(void)state;
	for (int i = 0; i < 4; i++)
		EXPECT(PI_SUCCESS,
		       T->piextEnqueueWriteHostPipe(pi.loose, program, "numbers", CL_TRUE,
						    &values[i], sizeof(int32_t), 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piextEnqueueReadHostPipe(pi.queue, program, "results", CL_FALSE,
						       &back, sizeof(back), 0, NULL, &event));
	EXPECT_TRUE(end_of(event) < 0 && !back);
	EXPECT(PI_SUCCESS, T->piKernelCreate(program, "scale", &scale));
	EXPECT(PI_SUCCESS, T->piKernelSetArg(scale, 0, sizeof(factor), &factor));
	EXPECT(PI_SUCCESS, T->piKernelSetArg(scale, 1, sizeof(count), &count));
	EXPECT(PI_SUCCESS,
	       T->piEnqueueKernelLaunch(pi.queue, scale, 1, NULL, &one, NULL, 0, NULL, NULL));
	for (int i = 0; i < 4; i++) {
		EXPECT(PI_SUCCESS,
		       T->piextEnqueueReadHostPipe(pi.queue, program, "results", CL_TRUE, &back,
						   sizeof(back), 0, NULL, NULL));
		EXPECT(7 * values[i], back);
	}
	EXPECT(PI_SUCCESS, T->piKernelRelease(scale));
	EXPECT(PI_SUCCESS, T->piProgramRelease(program));
	pi_end();
}

static void errors(void **state)
{
	pi_program program = make_program();
	int32_t value = 0;

	(void)state;
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       T->piextEnqueueReadHostPipe(NONE, program, "results", CL_TRUE, &value, 4, 0, NULL,
					   NULL));
	EXPECT(CL_INVALID_PROGRAM, T->piextEnqueueReadHostPipe(pi.queue, NONE, "results", CL_TRUE,
							       &value, 4, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, T->piextEnqueueReadHostPipe(pi.queue, program, "none", CL_TRUE,
							     &value, 4, 0, NULL, NULL));
	EXPECT(CL_INVALID_OPERATION,
	       T->piextEnqueueReadHostPipe(pi.queue, program, "numbers", CL_TRUE, &value, 4, 0,
					   NULL, NULL));
	EXPECT(CL_INVALID_OPERATION,
	       T->piextEnqueueWriteHostPipe(pi.queue, program, "results", CL_TRUE, &value, 4, 0,
					    NULL, NULL));
	EXPECT(CL_INVALID_VALUE, T->piextEnqueueWriteHostPipe(pi.queue, program, "numbers", CL_TRUE,
							      &value, 3, 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piProgramRelease(program));
	pi_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(packets, pi_setup_14_42, pi_teardown),
		cmocka_unit_test_setup_teardown(packets, pi_setup_15_48, pi_teardown),
		cmocka_unit_test_setup_teardown(errors, pi_setup_15_48, pi_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
