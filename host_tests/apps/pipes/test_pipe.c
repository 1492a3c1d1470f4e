/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels connected by pipes that the host has created: pipe.xclbin wires nothing, stream.xclbin
 * one FIFO.
 */
#include "host_tests/apps/app.h"

#include <CL/cl.h>
#include <sched.h>
#include <stdatomic.h>

enum { COUNT = 3000, PACKET = sizeof(cl_int) };

static cl_int in[COUNT], out[COUNT];

struct pipeline {
	struct app app;
	cl_command_queue second; /* also in-order */
	cl_kernel triple, increment;
	cl_mem in, out;
};

static struct pipeline open_pipeline(const char *image)
{
	struct pipeline p = {.app = app_open(image, 0)};

	p.second = clCreateCommandQueue(p.app.context, p.app.devices[0], 0, NULL);
	p.triple = app_kernel(&p.app, "triple");
	p.increment = app_kernel(&p.app, "increment");
	p.in = app_buffer(&p.app, CL_MEM_READ_ONLY, sizeof(in), NULL);
	p.out = app_buffer(&p.app, CL_MEM_WRITE_ONLY, sizeof(out), NULL);
	app_set_buffers(p.triple, 0, 1, &p.in);
	app_set_buffers(p.increment, 1, 1, &p.out);
	return p;
}

static void close_pipeline(struct pipeline *p)
{
	OK(clReleaseMemObject(p->out));
	OK(clReleaseMemObject(p->in));
	OK(clReleaseKernel(p->increment));
	OK(clReleaseKernel(p->triple));
	OK(clReleaseCommandQueue(p->second));
	app_close(&p->app);
}

static cl_mem make_pipe(struct pipeline *p, cl_uint packets)
{
	cl_int error;
	cl_mem pipe = clCreatePipe(p->app.context, 0, PACKET, packets, NULL, &error);

	OK(error);
	return pipe;
}

static void set_pipe(struct pipeline *p, cl_mem pipe)
{
	OK(clSetKernelArg(p->triple, 1, sizeof(pipe), &pipe));
	OK(clSetKernelArg(p->increment, 0, sizeof(pipe), &pipe));
}

static void fill_in(struct pipeline *p, cl_int seed)
{
	app_numbers(in, COUNT, seed);
	OK(clEnqueueWriteBuffer(p->app.queue, p->in, CL_TRUE, 0, sizeof(in), in, 0, NULL, NULL));
}

static void check_out(struct pipeline *p, int first, int count)
{
	OK(clEnqueueReadBuffer(p->app.queue, p->out, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
	for (int i = 0; i < count; i++)
		if (out[i] != 3 * in[first + i] + 1)
			fail_msg("element %d: %d became %d", i, in[first + i], out[i]);
}

static void launch(cl_command_queue queue, cl_kernel kernel, cl_int count, cl_event *event)
{
	app_set_int(kernel, 2, count);
	OK(clEnqueueTask(queue, kernel, 0, NULL, event));
	OK(clFlush(queue));
}

static void run(struct pipeline *p, bool consumer_first, cl_int seed)
{
	fill_in(p, seed);
	launch(p->second, consumer_first ? p->increment : p->triple, COUNT, NULL);
	launch(p->app.queue, consumer_first ? p->triple : p->increment, COUNT, NULL);
	OK(clFinish(p->second));
	OK(clFinish(p->app.queue));
	check_out(p, 0, COUNT);
}

/* Both orders of starting, with depths that make each side wait for the other. */
static void joins_kernels(void **state)
{
	static const cl_uint depths[] = {1, 2, 7, 4096};
	struct pipeline p = open_pipeline("pipe.xclbin");

	(void)state;
	for (int i = 0; i < 4; i++) {
		cl_mem pipe = make_pipe(&p, depths[i]);

		set_pipe(&p, pipe);
		run(&p, false, 2 * i);
		run(&p, true, 2 * i + 1);
		OK(clReleaseMemObject(pipe));
	}
	close_pipeline(&p);
}

/* Packets that fit are kept between launches; writes that do not fit wait. */
static void holds_what_fits(void **state)
{
	struct pipeline p = open_pipeline("pipe.xclbin");
	cl_mem pipe = make_pipe(&p, 4);
	cl_event full;
	cl_int status;

	(void)state;
	set_pipe(&p, pipe);
	fill_in(&p, 1);
	launch(p.app.queue, p.triple, 4, NULL);
	OK(clFinish(p.app.queue));
	launch(p.second, p.triple, 1, &full);
	launch(p.app.queue, p.increment, 1, NULL);
	OK(clFinish(p.app.queue));
	check_out(&p, 0, 1);
	OK(clFinish(p.second));
	/*
	 * It holds four packets: the next launch is stuck, whatever else the board does meanwhile.
	 */
	OK(clReleaseEvent(full));
	launch(p.second, p.triple, 1, &full);
	fill_in(&p, 1);
	OK(clGetEventInfo(full, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	assert_in_range(status, CL_RUNNING, CL_QUEUED);
	launch(p.app.queue, p.increment, 3, NULL);
	OK(clFinish(p.app.queue));
	check_out(&p, 1, 3);
	OK(clWaitForEvents(1, &full));
	OK(clReleaseEvent(full));
	OK(clReleaseMemObject(pipe));
	close_pipeline(&p);
}

static void CL_CALLBACK count_destroyed(cl_mem mem, void *data)
{
	(void)mem;
	atomic_fetch_add((atomic_int *)data, 1);
}

/* Commands hold references to the pipe; kernels do not. */
static void released_while_in_use(void **state)
{
	struct pipeline p = open_pipeline("pipe.xclbin");
	cl_mem pipe = make_pipe(&p, 2);
	cl_event gate = clCreateUserEvent(p.app.context, NULL);
	atomic_int destroyed = 0;

	(void)state;
	OK(clSetMemObjectDestructorCallback(pipe, count_destroyed, &destroyed));
	set_pipe(&p, pipe);
	fill_in(&p, 5);
	launch(p.second, p.increment, COUNT, NULL);
	app_set_int(p.triple, 2, COUNT);
	OK(clEnqueueTask(p.app.queue, p.triple, 1, &gate, NULL));
	OK(clReleaseMemObject(pipe));
	assert_int_equal(clEnqueueTask(p.app.queue, p.triple, 0, NULL, NULL),
			 CL_INVALID_KERNEL_ARGS);
	assert_int_equal(atomic_load(&destroyed), 0);
	OK(clSetUserEventStatus(gate, CL_COMPLETE));
	OK(clFinish(p.app.queue));
	OK(clFinish(p.second));
	assert_int_equal(atomic_load(&destroyed), 1);
	check_out(&p, 0, COUNT);
	OK(clReleaseEvent(gate));
	close_pipeline(&p);
}

/* A new pipe does not contain what a kernel left in a previous one. */
static void start_empty(const char *image)
{
	struct pipeline p = open_pipeline(image);

	for (int i = 0; i < 3; i++) {
		cl_mem pipe = make_pipe(&p, 2);

		set_pipe(&p, pipe);
		run(&p, false, 9);
		launch(p.app.queue, p.triple, 2, NULL);
		OK(clFinish(p.app.queue));
		OK(clReleaseMemObject(pipe));
	}
	close_pipeline(&p);
}

static void starts_empty(void **state)
{
	(void)state;
	start_empty("pipe.xclbin");
	start_empty("stream.xclbin");
}

/* A packet of another size would be truncated, or overflow the kernel's variable. */
static void refuses_other_packets(void **state)
{
	struct pipeline p = open_pipeline("pipe.xclbin");
	static const cl_uint sizes[] = {1, 2, 8, 1024};

	(void)state;
	for (int i = 0; i < 4; i++) {
		cl_mem pipe = clCreatePipe(p.app.context, 0, sizes[i], 4, NULL, NULL);

		assert_int_equal(clSetKernelArg(p.triple, 1, sizeof(pipe), &pipe),
				 CL_INVALID_ARG_VALUE);
		assert_int_equal(clSetKernelArg(p.increment, 0, sizeof(pipe), &pipe),
				 CL_INVALID_ARG_VALUE);
		OK(clReleaseMemObject(pipe));
	}
	close_pipeline(&p);
}

/* A FIFO wired by the image backs only one pipe at a time, and works without any. */
static void stands_for_a_wired_fifo(void **state)
{
	struct pipeline p = open_pipeline("stream.xclbin");
	cl_mem pipe = make_pipe(&p, 2), other = make_pipe(&p, 1), deep = make_pipe(&p, 3);

	(void)state;
	set_pipe(&p, pipe);
	run(&p, false, 1);
	assert_int_equal(clSetKernelArg(p.triple, 1, sizeof(other), &other), CL_OUT_OF_RESOURCES);
	assert_int_equal(clSetKernelArg(p.triple, 1, sizeof(deep), &deep), CL_INVALID_ARG_VALUE);
	run(&p, true, 2);
	OK(clReleaseMemObject(pipe));
	set_pipe(&p, other);
	run(&p, true, 3);
	OK(clSetKernelArg(p.triple, 1, sizeof(cl_mem), NULL));
	OK(clSetKernelArg(p.increment, 0, sizeof(cl_mem), NULL));
	OK(clReleaseMemObject(other));
	run(&p, false, 4);
	OK(clReleaseMemObject(deep));
	close_pipeline(&p);
}

/*
 * crossed.xclbin connects triple_1 to increment_2 and triple_2 to increment_1, so pipes determine
 * the CUs.
 */
static void chooses_compute_units(void **state)
{
	struct pipeline first = open_pipeline("crossed.xclbin"), p[2] = {first, first};
	cl_mem pipes[3] = {make_pipe(p, 2), make_pipe(p, 2), make_pipe(p, 2)};

	(void)state;
	p[1].triple = clCreateKernel(p[0].app.program, "triple", NULL);
	p[1].increment = clCreateKernel(p[0].app.program, "increment", NULL);
	p[1].in = app_buffer(&p[0].app, CL_MEM_READ_ONLY, sizeof(in), NULL);
	p[1].out = app_buffer(&p[0].app, CL_MEM_WRITE_ONLY, sizeof(out), NULL);
	app_set_buffers(p[1].triple, 0, 1, &p[1].in);
	app_set_buffers(p[1].increment, 1, 1, &p[1].out);
	for (int i = 0; i < 2; i++)
		set_pipe(&p[i], pipes[i]);
	assert_int_equal(clSetKernelArg(p[0].triple, 1, sizeof(cl_mem), &pipes[2]),
			 CL_OUT_OF_RESOURCES);
	for (cl_int seed = 0; seed < 6; seed++) {
		fill_in(&p[1], seed + 100);
		fill_in(&p[0], seed);
		launch(p[0].second, p[seed % 2].triple, COUNT, NULL);
		launch(p[0].app.queue, p[seed % 2].increment, COUNT, NULL);
		OK(clFinish(p[0].second));
		OK(clFinish(p[0].app.queue));
		app_numbers(in, COUNT, seed % 2 ? seed + 100 : seed);
		check_out(&p[seed % 2], 0, COUNT);
	}
	OK(clReleaseKernel(p[1].triple));
	OK(clReleaseKernel(p[1].increment));
	OK(clReleaseMemObject(p[1].in));
	OK(clReleaseMemObject(p[1].out));
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(pipes[i]));
	close_pipeline(&p[0]);
}

static char reported[1000];

static void CL_CALLBACK record_report(const char *text, const void *info, size_t size, void *data)
{
	(void)info;
	(void)size;
	snprintf(reported, sizeof(reported), "%s", text);
	atomic_store((atomic_int *)data, 1);
}

/* If no FIFO fits, the report to the host lists all FIFOs. */
static void lists_the_fifos(void **state)
{
	struct app app = app_open("stream.xclbin", 0);
	atomic_int heard = 0;
	cl_context context = clCreateContext(NULL, 1, app.devices, record_report, &heard, NULL);
	cl_mem wide = clCreatePipe(context, 0, 64, 1, NULL, NULL);
	unsigned char *bytes;
	const unsigned char *binary;
	cl_program program;
	cl_kernel kernel;
	size_t size;

	(void)state;
	binary = bytes = app_read("stream.xclbin", &size);
	program = clCreateProgramWithBinary(context, 1, app.devices, &size, &binary, NULL, NULL);
	free(bytes);
	kernel = clCreateKernel(program, "triple", NULL);
	assert_int_equal(clSetKernelArg(kernel, 1, sizeof(wide), &wide), CL_INVALID_ARG_VALUE);
	while (!atomic_load(&heard))
		sched_yield();
	if (!strstr(reported, "triple_1.out") || !strstr(reported, "increment_1.in") ||
	    !strstr(reported, "2 packets of 4 bytes"))
		fail_msg("%s", reported);
	OK(clReleaseKernel(kernel));
	OK(clReleaseProgram(program));
	OK(clReleaseMemObject(wide));
	OK(clReleaseContext(context));
	app_close(&app);
}

/* A pipe belongs to one board, that of the first kernel that it was set on. */
static void is_on_one_board(void **state)
{
	struct pipeline p = open_pipeline("pipe.xclbin");
	cl_mem pipe = make_pipe(&p, 2);
	cl_kernel elsewhere;
	cl_program program;
	unsigned char *bytes;
	cl_int status;
	size_t size;

	(void)state;
	assert_true(p.app.device_count > 1);
	bytes = app_read("pipe.xclbin", &size);
	program = app_load(&p.app, 1, bytes, size, &status);
	free(bytes);
	assert_non_null(program);
	elsewhere = clCreateKernel(program, "increment", NULL);
	OK(clSetKernelArg(p.triple, 1, sizeof(pipe), &pipe));
	assert_int_equal(clSetKernelArg(elsewhere, 0, sizeof(pipe), &pipe), CL_INVALID_ARG_VALUE);
	OK(clSetKernelArg(p.increment, 0, sizeof(pipe), &pipe));
	run(&p, false, 1);
	OK(clReleaseKernel(elsewhere));
	OK(clReleaseProgram(program));
	OK(clReleaseMemObject(pipe));
	close_pipeline(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(joins_kernels),         cmocka_unit_test(holds_what_fits),
		cmocka_unit_test(released_while_in_use), cmocka_unit_test(starts_empty),
		cmocka_unit_test(refuses_other_packets), cmocka_unit_test(stands_for_a_wired_fifo),
		cmocka_unit_test(chooses_compute_units), cmocka_unit_test(lists_the_fifos),
		cmocka_unit_test(is_on_one_board),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
