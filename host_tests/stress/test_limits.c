/* SPDX-License-Identifier: Apache-2.0 */
/* Nothing in the runtime is a table of fixed size: very many objects of each type all work. */
#include <unistd.h>

#include "host_tests/api/api_test.h"

/* Sanitizers multiply memory and time, so they get a tenth. */
enum {
	COMMANDS = FCL_SANITIZED ? 100000 : 1000000,
	BUFFERS = FCL_SANITIZED ? 10000 : 100000,
	PROGRAMS = FCL_SANITIZED ? 1000 : 10000,
	QUEUES = 1000,
};

static void **table(size_t count)
{
	void **objects = calloc(count, sizeof(void *));

	assert_non_null(objects);
	return objects;
}

static cl_int status_of(cl_event event)
{
	cl_int status = 12345;

	clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
	return status;
}

static void set_poke(cl_kernel kernel, cl_mem buffer, cl_int value)
{
	assert_int_equal(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	assert_int_equal(clSetKernelArg(kernel, 1, sizeof(value), &value), CL_SUCCESS);
}

static cl_command_queue new_queue(cl_command_queue_properties bits)
{
	cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, 0};
	cl_command_queue queue = clCreateCommandQueueWithProperties(api.context, api.devices[0],
								    list, NULL);

	assert_non_null(queue);
	return queue;
}

/* The resident memory of the process, in bytes. */
static double resident(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long pages = 0;

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%*s %ld", &pages), 1);
	fclose(file);
	return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* All are pending at once, in order, or out of order behind one event. */
static void commands(cl_command_queue queue)
{
	cl_event gate = clCreateUserEvent(api.context, NULL), last = NULL;
	cl_kernel poke = api_kernel("poke");
	cl_int error = CL_SUCCESS;

	set_poke(poke, api.buffer, 1);
	for (int i = 0; !error && i < COMMANDS; i++)
		error = clEnqueueTask(queue, poke, 1, &gate, i + 1 < COMMANDS ? NULL : &last);
	assert_int_equal(error, CL_SUCCESS);
	assert_true(status_of(last) > CL_COMPLETE);
	assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
	assert_int_equal(clFinish(queue), CL_SUCCESS);
	assert_int_equal(status_of(last), CL_COMPLETE);
	clReleaseEvent(gate), clReleaseEvent(last), clReleaseKernel(poke);
}

/* The memory of one burst is reused for the next burst, in another queue. */
static void commands_of_two_queues(void **state)
{
	cl_command_queue in_order = new_queue(0);
	cl_command_queue loose = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	double before = resident(), once;

	(void)state;
	commands(in_order);
	once = resident() - before;
	commands(loose);
	if (!FCL_SANITIZED)
		assert_true(resident() - before < 1.5 * once);
	clReleaseCommandQueue(in_order), clReleaseCommandQueue(loose);
}

/* The host holds the event of each command, and waits for all of them in one call. */
static void events(void **state)
{
	cl_command_queue queue = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_event *all = (cl_event *)table(COMMANDS);
	cl_int error = CL_SUCCESS;

	(void)state;
	for (int i = 0; !error && i < COMMANDS; i++)
		error = clEnqueueMarkerWithWaitList(queue, i ? 1 : 0, i ? &all[i / 2] : NULL,
						    &all[i]);
	assert_int_equal(error, CL_SUCCESS);
	assert_int_equal(clWaitForEvents(COMMANDS, all), CL_SUCCESS);
	for (int i = 0; i < COMMANDS; i++)
		error |= clReleaseEvent(all[i]);
	assert_int_equal(error, CL_SUCCESS);
	clReleaseCommandQueue(queue);
	free(all);
}

/* Every hundredth buffer is used, so that it gets memory on the board. */
static void buffers(void **state)
{
	cl_mem *all = (cl_mem *)table(BUFFERS);
	cl_int error = CL_SUCCESS;

	(void)state;
	for (int i = 0; i < BUFFERS; i++) {
		all[i] = clCreateBuffer(api.context, 0, 4096, NULL, &error);
		assert_int_equal(error, CL_SUCCESS);
		if (i % 100 == 0)
			error = clEnqueueWriteBuffer(api.queue, all[i], CL_TRUE, 0, sizeof(i), &i,
						     0, NULL, NULL);
		assert_int_equal(error, CL_SUCCESS);
	}
	for (int i = 0; i < BUFFERS; i += 100) {
		int found = -1;

		error = clEnqueueReadBuffer(api.queue, all[i], CL_TRUE, 0, sizeof(found), &found, 0,
					    NULL, NULL);
		assert_int_equal(error, CL_SUCCESS);
		assert_int_equal(found, i);
	}
	for (int i = 0; i < BUFFERS; i++)
		assert_int_equal(clReleaseMemObject(all[i]), CL_SUCCESS);
	free(all);
}

static void programs_and_kernels(void **state)
{
	cl_program *programs = (cl_program *)table(PROGRAMS);
	cl_kernel *kernels = (cl_kernel *)table(PROGRAMS);

	(void)state;
	for (int i = 0; i < PROGRAMS; i++) {
		programs[i] = api_program(api.context, api.devices[0], 1);
		assert_non_null(programs[i]);
		kernels[i] = clCreateKernel(programs[i], "poke", NULL);
		assert_non_null(kernels[i]);
		set_poke(kernels[i], api.buffer, i);
	}
	for (int i = 0; i < PROGRAMS; i += PROGRAMS / 10) {
		int found = -1;

		assert_int_equal(clEnqueueTask(api.queue, kernels[i], 0, NULL, NULL), CL_SUCCESS);
		assert_int_equal(clEnqueueReadBuffer(api.queue, api.buffer, CL_TRUE, 0,
						     sizeof(found), &found, 0, NULL, NULL),
				 CL_SUCCESS);
		assert_int_equal(found, i);
	}
	for (int i = 0; i < PROGRAMS; i++) {
		assert_int_equal(clReleaseProgram(programs[i]), CL_SUCCESS);
		assert_int_equal(clReleaseKernel(kernels[i]), CL_SUCCESS);
	}
	free(programs), free(kernels);
}

static void queues(void **state)
{
	cl_command_queue *all = (cl_command_queue *)table(QUEUES);
	cl_event gate = clCreateUserEvent(api.context, NULL);
	cl_mem target = api_buffer(0, QUEUES * sizeof(int), NULL);

	(void)state;
	for (int i = 0; i < QUEUES; i++) {
		size_t at = (size_t)i * sizeof(i);

		all[i] = new_queue(0);
		assert_int_equal(clEnqueueFillBuffer(all[i], target, &i, sizeof(i), at, sizeof(i),
						     1, &gate, NULL),
				 CL_SUCCESS);
	}
	assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
	for (int i = 0; i < QUEUES; i++) {
		int found = -1;

		assert_int_equal(clEnqueueReadBuffer(all[i], target, CL_TRUE, (size_t)i * 4, 4,
						     &found, 0, NULL, NULL),
				 CL_SUCCESS);
		assert_int_equal(found, i);
		assert_int_equal(clReleaseCommandQueue(all[i]), CL_SUCCESS);
	}
	clReleaseEvent(gate), clReleaseMemObject(target);
	free(all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_of_two_queues),
		cmocka_unit_test(events),
		cmocka_unit_test(buffers),
		cmocka_unit_test(programs_and_kernels),
		cmocka_unit_test(queues),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
