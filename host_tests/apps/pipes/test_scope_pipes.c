/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cl_intel_program_scope_host_pipe: the host is at one end of the pipes declared in scope_pipes.cl.
 */
#include "host_tests/apps/app.h"

#include <CL/cl_ext.h>
#include <pthread.h>
#include <unistd.h>

#define READ_HOST_PIPE 0x4214
#define WRITE_HOST_PIPE 0x4215
#define NUM_HOST_PIPES 0x4216
#define HOST_PIPE_NAMES 0x4217
#define PIPE_FULL (-1111)
#define PIPE_EMPTY (-1112)

enum { COUNT = 2000, DEPTH = 8 };

typedef cl_int CL_API_CALL read_fn(cl_command_queue, cl_program, const char *, cl_bool, void *,
				   size_t, cl_uint, const cl_event *, cl_event *);
typedef cl_int CL_API_CALL write_fn(cl_command_queue, cl_program, const char *, cl_bool,
				    const void *, size_t, cl_uint, const cl_event *, cl_event *);

static read_fn *enqueue_read;
static write_fn *enqueue_write;
static struct app app;
static cl_command_queue pipes, second; /* in-order; the kernels are enqueued in app.queue */

static int open_pipes(void **state)
{
	cl_int status;

	(void)state;
	app = app_open("scope_pipes.xclbin", 0);
	enqueue_read = (read_fn *)clGetExtensionFunctionAddressForPlatform(
		app.platform, "clEnqueueReadHostPipeINTEL");
	enqueue_write = (write_fn *)clGetExtensionFunctionAddressForPlatform(
		app.platform, "clEnqueueWriteHostPipeINTEL");
	assert_non_null(enqueue_read);
	assert_non_null(enqueue_write);
	pipes = clCreateCommandQueue(app.context, app.devices[0], 0, &status);
	OK(status);
	second = clCreateCommandQueue(app.context, app.devices[0], 0, &status);
	OK(status);
	return 0;
}

static int close_pipes(void **state)
{
	(void)state;
	OK(clReleaseCommandQueue(pipes));
	OK(clReleaseCommandQueue(second));
	app_close(&app);
	return 0;
}

static cl_int read_int(cl_bool blocking, cl_int *value, cl_event *event)
{
	return enqueue_read(pipes, app.program, "results", blocking, value, sizeof(*value), 0, NULL,
			    event);
}

static cl_int write_int(cl_bool blocking, const cl_int *value, cl_event *event)
{
	return enqueue_write(pipes, app.program, "numbers", blocking, value, sizeof(*value), 0,
			     NULL, event);
}

/* Returns the command's status and releases the event. */
static cl_int end_of(cl_event event)
{
	cl_int status = 1, waited = clWaitForEvents(1, &event);

	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	assert_int_equal(waited,
			 status < 0 ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS);
	OK(clReleaseEvent(event));
	return status;
}

static void launch_scale(int factor, int count, cl_event *event)
{
	cl_kernel kernel = app_kernel(&app, "scale");
	size_t one = 1;

	app_set_int(kernel, 0, factor);
	app_set_int(kernel, 1, count);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &one, NULL, 0, NULL, event));
	OK(clFlush(app.queue));
	OK(clReleaseKernel(kernel));
}

static void write_numbers(cl_command_queue queue, cl_int count)
{
	for (cl_int i = 0; i < count; i++)
		assert_int_equal(enqueue_write(queue, app.program, "numbers", CL_TRUE, &i,
					       sizeof(i), 0, NULL, NULL),
				 CL_SUCCESS);
}

/* Writes many more packets than the pipes hold. */
static void *write_all(void *data)
{
	(void)data;
	write_numbers(pipes, COUNT);
	return NULL;
}

static void *read_one(void *data)
{
	assert_int_equal(read_int(CL_TRUE, data, NULL), CL_SUCCESS);
	return NULL;
}

static void both_ends_at_once(void **state)
{
	pthread_t thread;

	(void)state;
	launch_scale(3, COUNT, NULL);
	assert_int_equal(pthread_create(&thread, NULL, write_all, NULL), 0);
	for (cl_int i = 0; i < COUNT; i++) {
		cl_int value = -1;

		OK(enqueue_read(second, app.program, "results", CL_TRUE, &value, sizeof(value), 0,
				NULL, NULL));
		assert_int_equal(value, 3 * i);
	}
	pthread_join(thread, NULL);
	OK(clFinish(app.queue));
}

/* A non-blocking command ends with an error, and the queue continues as if it were not there. */
static void full_and_empty(void **state)
{
	cl_int value = 5, back[DEPTH];
	cl_mem buffer = clCreateBuffer(app.context, 0, sizeof(value), NULL, NULL);
	cl_event event;

	(void)state;
	OK(read_int(CL_FALSE, &value, &event));
	assert_int_equal(end_of(event), PIPE_EMPTY);
	assert_int_equal(value, 5);
	for (cl_int i = 0; i < DEPTH; i++) {
		OK(write_int(CL_FALSE, &i, &event));
		assert_int_equal(end_of(event), CL_COMPLETE);
	}
	OK(write_int(CL_FALSE, &value, &event));
	assert_int_equal(end_of(event), PIPE_FULL);
	/* A status that the host has not queried does not fail this read. */
	OK(write_int(CL_FALSE, &value, NULL));
	OK(clEnqueueWriteBuffer(pipes, buffer, CL_FALSE, 0, sizeof(value), &value, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(pipes, buffer, CL_TRUE, 0, sizeof(value), &value, 0, NULL, NULL));
	launch_scale(-2, DEPTH, NULL);
	OK(clFinish(app.queue));
	for (int i = 0; i < DEPTH; i++)
		OK(read_int(CL_FALSE, &back[i], NULL));
	OK(clFinish(pipes));
	for (int i = 0; i < DEPTH; i++)
		assert_int_equal(back[i], -2 * i);
	OK(clReleaseMemObject(buffer));
}

/* Commands run after those that they depend on, and inherit their errors. */
static void wait_lists_and_events(void **state)
{
	cl_event gate = clCreateUserEvent(app.context, NULL), sent, launched, events[2];
	cl_int value = 21, result = 0, status;
	cl_command_queue disorderly = clCreateCommandQueue(
		app.context, app.devices[0], CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
	cl_command_type type = 0;

	(void)state;
	OK(enqueue_write(disorderly, app.program, "numbers", CL_FALSE, &value, sizeof(value), 1,
			 &gate, &sent));
	OK(enqueue_read(disorderly, app.program, "results", CL_FALSE, &result, sizeof(result), 1,
			&sent, &events[0]));
	OK(clGetEventInfo(sent, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
	assert_int_equal(type, WRITE_HOST_PIPE);
	OK(clGetEventInfo(events[0], CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
	assert_int_equal(type, READ_HOST_PIPE);
	OK(clGetEventInfo(sent, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	assert_true(status > CL_COMPLETE);
	OK(clSetUserEventStatus(gate, CL_COMPLETE));
	/* No kernel has run, so there can be no data. */
	assert_int_equal(end_of(events[0]), PIPE_EMPTY);
	assert_int_equal(end_of(sent), CL_COMPLETE);
	launch_scale(2, 1, &launched);
	OK(enqueue_read(disorderly, app.program, "results", CL_TRUE, &result, sizeof(result), 1,
			&launched, NULL));
	assert_int_equal(result, 42);
	OK(clReleaseEvent(launched));
	OK(clReleaseEvent(gate));
	gate = clCreateUserEvent(app.context, NULL);
	OK(clSetUserEventStatus(gate, -7));
	assert_int_equal(enqueue_read(disorderly, app.program, "results", CL_TRUE, &result,
				      sizeof(result), 1, &gate, NULL),
			 CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	OK(clReleaseEvent(gate));
	OK(clReleaseCommandQueue(disorderly));
}

static void profiled(void **state)
{
	cl_command_queue queue = clCreateCommandQueue(app.context, app.devices[0],
						      CL_QUEUE_PROFILING_ENABLE, NULL);
	cl_ulong start = 0, end = 0, value = 1;
	cl_event event;

	(void)state;
	OK(enqueue_write(queue, app.program, "ticks", CL_TRUE, &value, sizeof(value), 0, NULL,
			 NULL));
	OK(enqueue_read(queue, app.program, "tocks", CL_TRUE, &value, sizeof(value), 0, NULL,
			&event));
	OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, NULL));
	OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL));
	assert_true(start && start <= end);
	assert_int_equal(value, 2);
	OK(clReleaseEvent(event));
	OK(clReleaseCommandQueue(queue));
}

/* Elements of an array, with packets of 32 bytes. */
static void elements_of_arrays(void **state)
{
	cl_kernel cross = app_kernel(&app, "cross");
	cl_long4 packet = {{1, 2, 3, 4}}, back = {{0}};
	size_t one = 1;

	(void)state;
	app_set_int(cross, 0, 1);
	OK(enqueue_write(pipes, app.program, "lanes_0", CL_TRUE, &packet, sizeof(packet), 0, NULL,
			 NULL));
	OK(clEnqueueNDRangeKernel(app.queue, cross, 1, NULL, &one, NULL, 0, NULL, NULL));
	OK(clFlush(app.queue));
	OK(enqueue_read(pipes, app.program, "lanes_1", CL_TRUE, &back, sizeof(back), 0, NULL,
			NULL));
	for (int i = 0; i < 4; i++)
		assert_int_equal(back.s[i], packet.s[3 - i]);
	OK(clReleaseKernel(cross));
}

/* Another program, whose image replaces this one's. */
struct other {
	cl_program program;
	cl_kernel vadd;
	cl_mem buffers[3];
};

static struct other open_other(void)
{
	size_t size;
	unsigned char *image = app_read("vadd.xclbin", &size);
	cl_int status, values[4] = {4, 5, 6, 7};
	struct other other = {.program = app_load(&app, 0, image, size, &status)};

	free(image);
	OK(status);
	other.vadd = clCreateKernel(other.program, "vadd", &status);
	OK(status);
	for (int i = 0; i < 3; i++)
		other.buffers[i] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(values), values);
	app_set_buffers(other.vadd, 0, 3, other.buffers);
	app_set_int(other.vadd, 3, 4);
	return other;
}

static void close_other(struct other *other)
{
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(other->buffers[i]));
	OK(clReleaseKernel(other->vadd));
	OK(clReleaseProgram(other->program));
}

static void run_other(const struct other *other, cl_command_queue queue)
{
	size_t one = 1;

	OK(clEnqueueNDRangeKernel(queue, other->vadd, 1, NULL, &one, NULL, 0, NULL, NULL));
	OK(clFlush(queue));
}

static void send(cl_int value)
{
	OK(enqueue_write(second, app.program, "numbers", CL_TRUE, &value, sizeof(value), 0, NULL,
			 NULL));
}

/* When another image replaces this one and it comes back, its packets come back with it. */
static void image_is_swapped(void **state)
{
	struct other other = open_other();
	cl_int values[2] = {4, 5}, result = 0;

	(void)state;
	OK(write_int(CL_TRUE, &values[0], NULL));
	run_other(&other, app.queue);
	OK(clFinish(app.queue));
	/* The image has been replaced, but its commands bring it back. */
	OK(write_int(CL_TRUE, &values[1], NULL));
	run_other(&other, app.queue);
	launch_scale(5, 2, NULL);
	OK(read_int(CL_TRUE, &result, NULL));
	assert_int_equal(result, 20);
	OK(read_int(CL_TRUE, &result, NULL));
	assert_int_equal(result, 25);
	OK(clFinish(app.queue));
	close_other(&other);
}

/*
 * A read that found no data does not keep the board from other images, and ends after a launch of
 * its own image.
 */
static void read_waits_through_swaps(void **state)
{
	struct other other = open_other();
	cl_int result = 0;
	pthread_t thread;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, read_one, &result), 0);
	for (int i = 0; i < 20; i++) {
		run_other(&other, app.queue);
		OK(clFinish(app.queue));
	}
	launch_scale(5, 1, NULL);
	send(4);
	pthread_join(thread, NULL);
	assert_int_equal(result, 20);
	OK(clFinish(app.queue));
	close_other(&other);
}

static void *write_some(void *queue)
{
	write_numbers(queue, 3 * DEPTH);
	return NULL;
}

/*
 * A swap waits for a kernel, which waits for the host: meanwhile, commands on its pipes continue.
 */
static void swap_waits_for_the_pipe(void **state)
{
	cl_command_queue writes = clCreateCommandQueue(app.context, app.devices[0], 0, NULL);
	struct other other = open_other();
	cl_int result = 0;
	pthread_t thread, writer;

	(void)state;
	launch_scale(2, 3 * DEPTH, NULL);
	assert_int_equal(pthread_create(&thread, NULL, read_one, &result), 0);
	run_other(&other, second);
	usleep(200 * 1000); /* longer than the age at which a launch makes a swap close the gate */
	assert_int_equal(pthread_create(&writer, NULL, write_some, writes), 0);
	pthread_join(thread, NULL);
	assert_int_equal(result, 0);
	for (cl_int i = 1; i < 3 * DEPTH; i++) {
		OK(read_int(CL_TRUE, &result, NULL));
		assert_int_equal(result, 2 * i);
	}
	pthread_join(writer, NULL);
	OK(clFinish(app.queue));
	OK(clFinish(second));
	OK(clReleaseCommandQueue(writes));
	close_other(&other);
}

/*
 * Packets that left the board with their image are available to the host, in order, without loading
 * it again.
 */
static void packets_are_kept(void **state)
{
	struct other other = open_other();
	cl_int result[4] = {0};
	cl_ulong tick = 41, tock = 0;
	pthread_t thread;

	(void)state;
	launch_scale(3, 2, NULL);
	send(1);
	send(2);
	OK(clFinish(app.queue));
	OK(enqueue_write(pipes, app.program, "ticks", CL_TRUE, &tick, sizeof(tick), 0, NULL, NULL));
	usleep(50 * 1000); /* the free-running kernel answers */
	run_other(&other, app.queue);
	OK(clFinish(app.queue));
	OK(read_int(CL_TRUE, &result[0], NULL));
	launch_scale(3, 1, NULL);
	send(3);
	OK(clFinish(app.queue));
	OK(read_int(CL_TRUE, &result[1], NULL));
	OK(read_int(CL_TRUE, &result[2], NULL));
	OK(enqueue_read(pipes, app.program, "tocks", CL_TRUE, &tock, sizeof(tock), 0, NULL, NULL));
	assert_int_equal(result[0], 3);
	assert_int_equal(result[1], 6);
	assert_int_equal(result[2], 9);
	assert_int_equal(tock, 42);
	/* A waiting read gets a packet that the board delivers during a swap. */
	assert_int_equal(pthread_create(&thread, NULL, read_one, &result[3]), 0);
	launch_scale(3, 1, NULL);
	send(4);
	run_other(&other, app.queue);
	pthread_join(thread, NULL);
	assert_int_equal(result[3], 12);
	OK(clFinish(app.queue));
	close_other(&other);
}

static void errors(void **state)
{
	cl_context_properties none[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)app.platform,
					0};
	cl_context stranger = clCreateContext(none, 1, app.devices, NULL, NULL, NULL);
	cl_command_queue strange = clCreateCommandQueue(stranger, app.devices[0], 0, NULL);
	const char *source = "__kernel void k(void) {}";
	cl_program unbuilt = clCreateProgramWithSource(app.context, 1, &source, NULL, NULL);
	cl_event event = NULL;
	cl_int v = 0;

	(void)state;
#define READ(queue, program, name, pointer, size)                                                  \
	enqueue_read(queue, program, name, CL_FALSE, pointer, size, 0, NULL, &event)
#define WRITE(queue, program, name, pointer, size)                                                 \
	enqueue_write(queue, program, name, CL_FALSE, pointer, size, 0, NULL, &event)
	assert_int_equal(READ(NULL, app.program, "results", &v, 4), CL_INVALID_COMMAND_QUEUE);
	assert_int_equal(READ((cl_command_queue)app.program, app.program, "results", &v, 4),
			 CL_INVALID_COMMAND_QUEUE);
	assert_int_equal(READ(pipes, NULL, "results", &v, 4), CL_INVALID_PROGRAM);
	assert_int_equal(WRITE(pipes, (cl_program)pipes, "numbers", &v, 4), CL_INVALID_PROGRAM);
	assert_int_equal(READ(strange, app.program, "results", &v, 4), CL_INVALID_CONTEXT);
	assert_int_equal(READ(pipes, unbuilt, "results", &v, 4), CL_INVALID_PROGRAM_EXECUTABLE);
	assert_int_equal(READ(pipes, app.program, NULL, &v, 4), CL_INVALID_VALUE);
	assert_int_equal(READ(pipes, app.program, "results", NULL, 4), CL_INVALID_VALUE);
	assert_int_equal(WRITE(pipes, app.program, "numbers", NULL, 4), CL_INVALID_VALUE);
	assert_int_equal(READ(pipes, app.program, "nothing", &v, 4), CL_INVALID_VALUE);
	assert_int_equal(READ(pipes, app.program, "", &v, 4), CL_INVALID_VALUE);
	assert_int_equal(READ(pipes, app.program, "numbers", &v, 4), CL_INVALID_OPERATION);
	assert_int_equal(WRITE(pipes, app.program, "results", &v, 4), CL_INVALID_OPERATION);
	assert_int_equal(READ(pipes, app.program, "results", &v, 3), CL_INVALID_VALUE);
	assert_int_equal(READ(pipes, app.program, "results", &v, 8), CL_INVALID_VALUE);
	assert_int_equal(WRITE(pipes, app.program, "numbers", &v, 0), CL_INVALID_VALUE);
	assert_int_equal(
		enqueue_read(pipes, app.program, "results", CL_FALSE, &v, 4, 1, NULL, &event),
		CL_INVALID_EVENT_WAIT_LIST);
	assert_null(event);
	OK(clReleaseProgram(unbuilt));
	OK(clReleaseCommandQueue(strange));
	OK(clReleaseContext(stranger));
}

static void program_lists_them(void **state)
{
	char names[100] = "", text[4096];
	size_t count = 0, size = 0;

	(void)state;
	OK(clGetDeviceInfo(app.devices[0], CL_DEVICE_EXTENSIONS, sizeof(text), text, NULL));
	assert_non_null(strstr(text, "cl_intel_program_scope_host_pipe"));
	OK(clGetProgramInfo(app.program, NUM_HOST_PIPES, sizeof(count), &count, &size));
	assert_int_equal(size, sizeof(count));
	assert_int_equal(count, 6);
	OK(clGetProgramInfo(app.program, HOST_PIPE_NAMES, sizeof(names), names, &size));
	assert_int_equal(size, strlen(names) + 1);
	for (const char *name = "numbers\0results\0lanes_0\0lanes_1\0ticks\0tocks\0"; *name;
	     name += strlen(name) + 1)
		assert_non_null(strstr(names, name));
	assert_int_equal(strlen(names), strlen("numbers;results;lanes_0;lanes_1;ticks;tocks"));
}

/* Starts the kernel later, for a read that waits. */
static void *launch_later(void *data)
{
	const cl_int value = 5;

	(void)data;
	usleep(50000);
	OK(enqueue_write(second, app.program, "numbers", CL_TRUE, &value, sizeof(value), 0, NULL,
			 NULL));
	launch_scale(2, 1, NULL);
	return NULL;
}

/* Records of commands are used again: what an earlier one left in them says nothing about a pipe. */
static void no_hang_is_reported_early(void **state)
{
	cl_mem buffer = clCreateBuffer(app.context, 0, 4096, NULL, NULL);
	cl_ushort pattern[64]; /* numbers are large, and flags at even places are off */
	cl_int result = 0;
	FILE *printed = tmpfile();
	int standard = dup(STDERR_FILENO);
	pthread_t later;

	(void)state;
	assert_non_null(printed);
	for (int i = 0; i < 64; i++)
		pattern[i] = 0xff00;
	for (int i = 0; i < 300; i++) {
		OK(clEnqueueFillBuffer(pipes, buffer, pattern, sizeof(pattern), 0, 4096, 0, NULL,
				       NULL));
		OK(clFinish(pipes));
	}
	assert_int_equal(pthread_create(&later, NULL, launch_later, NULL), 0);
	fflush(stderr);
	dup2(fileno(printed), STDERR_FILENO);
	OK(read_int(CL_TRUE, &result, NULL));
	dup2(standard, STDERR_FILENO);
	pthread_join(later, NULL);
	OK(clFinish(app.queue));
	assert_int_equal(result, 10);
	assert_int_equal(lseek(fileno(printed), 0, SEEK_END), 0);
	fclose(printed);
	close(standard);
	OK(clReleaseMemObject(buffer));
}

/* The queue is released while one of its reads waits for its wait list. */
static void released_while_waiting(void **state)
{
	cl_ulong value = 8, result = 0;
	cl_event gate = clCreateUserEvent(app.context, NULL), event;
	cl_command_queue queue = clCreateCommandQueue(app.context, app.devices[0], 0, NULL);

	(void)state;
	OK(enqueue_write(second, app.program, "ticks", CL_FALSE, &value, sizeof(value), 1, &gate,
			 NULL));
	OK(enqueue_read(queue, app.program, "tocks", CL_FALSE, &result, sizeof(result), 1, &gate,
			&event));
	OK(clReleaseCommandQueue(queue));
	OK(clSetUserEventStatus(gate, CL_COMPLETE));
	OK(clReleaseEvent(gate));
	/* The kernel may have been fast enough. */
	if (end_of(event) == PIPE_EMPTY)
		OK(enqueue_read(pipes, app.program, "tocks", CL_TRUE, &result, sizeof(result), 0,
				NULL, NULL));
	assert_int_equal(result, 9);
}

int main(void)
{
#define PIPE_TEST(name) cmocka_unit_test_setup_teardown(name, open_pipes, close_pipes)
	const struct CMUnitTest tests[] = {
		PIPE_TEST(both_ends_at_once),         PIPE_TEST(full_and_empty),
		PIPE_TEST(wait_lists_and_events),     PIPE_TEST(profiled),
		PIPE_TEST(elements_of_arrays),        PIPE_TEST(image_is_swapped),
		PIPE_TEST(read_waits_through_swaps),  PIPE_TEST(swap_waits_for_the_pipe),
		PIPE_TEST(packets_are_kept),          PIPE_TEST(errors),
		PIPE_TEST(program_lists_them),        PIPE_TEST(released_while_waiting),
		PIPE_TEST(no_hang_is_reported_early),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
