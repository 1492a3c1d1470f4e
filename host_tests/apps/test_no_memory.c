/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes one allocation or one thread creation fail, anywhere between a host's first call and the
 * end of its read: the host either gets an error from a call that it checks, or the right data. It
 * neither crashes nor hangs nor takes wrong data for the result, although the first of the hosts
 * here checks no events. With the argument `all`, each allocation fails in turn; without it, only
 * some of them and all of the last ones.
 */
#define CL_TARGET_OPENCL_VERSION 210
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "host_tests/apps/app.h"
#include "host_tests/scarce.h"

#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 5000, SAMPLES = 60, LAST = 40 };
enum { RIGHT, REFUSED = 40, WRONG }; /* exit codes of a run */

/*
 * --- what a host does, in its own process
 * ------------------------------------------------------------
 */

/* Two images that contain vadd. */
static unsigned char *images[2];
static size_t image_sizes[2];
static cl_int a[COUNT], b[COUNT], c[COUNT];

static void want(bool fine)
{
	if (!fine)
		_exit(REFUSED);
}

static cl_context open_context(cl_device_id *ret_device)
{
	cl_platform_id platform;
	cl_context context;
	char name[256];
	cl_int error;

	want(!clGetPlatformIDs(1, &platform, NULL));
	/* If there was no memory the first time, it works the second time. */
	if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, ret_device, NULL) &&
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, ret_device, NULL))
		_exit(WRONG);
	want(!clGetDeviceInfo(*ret_device, CL_DEVICE_NAME, sizeof(name), name, NULL));
	context = clCreateContext(NULL, 1, ret_device, NULL, NULL, &error);
	want(context);
	return context;
}

static cl_kernel load_kernel(cl_context context, cl_device_id device, int image)
{
	const unsigned char *binary = images[image];
	cl_program program = clCreateProgramWithBinary(context, 1, &device, &image_sizes[image],
						       &binary, NULL, NULL);
	cl_kernel kernel = program ? clCreateKernel(program, "vadd", NULL) : NULL;

	want(kernel);
	return kernel;
}

/* The simplest host. */
static void add_once(void)
{
	cl_device_id device;
	cl_context context = open_context(&device);
	cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
	cl_kernel kernel;
	cl_int count = COUNT;
	cl_mem buffers[3];

	want(queue);
	kernel = load_kernel(context, device, 0);
	for (cl_uint i = 0; i < 3; i++) {
		buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(a), NULL, NULL);
		want(buffers[i] && !clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]));
	}
	want(!clSetKernelArg(kernel, 3, sizeof(count), &count));
	for (int i = 0; i < 2; i++)
		want(!clEnqueueWriteBuffer(queue, buffers[i], CL_FALSE, 0, sizeof(a), i ? b : a, 0,
					   NULL, NULL));
	want(!clEnqueueTask(queue, kernel, 0, NULL, NULL));
	want(!clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof(c), c, 0, NULL, NULL));
}

static void CL_CALLBACK note_end(cl_event event, cl_int status, void *data)
{
	(void)event;
	atomic_store((_Atomic cl_int *)data, status);
}

/* Alternates between two images, so that the board is reprogrammed each time. */
static void add_by_turns(cl_context context, cl_device_id device, cl_command_queue queue)
{
	cl_mem buffers[3];
	cl_int count = COUNT;
	cl_kernel kernels[2];

	for (cl_uint i = 0; i < 3; i++) {
		buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(a), NULL, NULL);
		want(buffers[i]);
	}
	for (int i = 0; i < 2; i++) {
		kernels[i] = load_kernel(context, device, i);
		for (cl_uint j = 0; j < 3; j++)
			want(!clSetKernelArg(kernels[i], j, sizeof(cl_mem), &buffers[j]));
		want(!clSetKernelArg(kernels[i], 3, sizeof(count), &count));
	}
	want(!clEnqueueWriteBuffer(queue, buffers[0], CL_TRUE, 0, sizeof(a), a, 0, NULL, NULL));
	want(!clEnqueueWriteBuffer(queue, buffers[1], CL_TRUE, 0, sizeof(b), b, 0, NULL, NULL));
	for (int i = 0; i < 4; i++) {
		_Atomic cl_int ended = 1;
		cl_int status = -1;
		cl_event event;

		want(!clEnqueueTask(queue, kernels[i % 2], 0, NULL, &event));
		want(!clSetEventCallback(event, CL_COMPLETE, note_end, &ended));
		want(!clFlush(queue));
		while (atomic_load(&ended) > 0)
			usleep(100);
		want(!clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
				     &status, NULL));
		want(status == CL_COMPLETE);
		clReleaseEvent(event);
	}
	want(!clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof(c), c, 0, NULL, NULL));
	for (int i = 0; i < 3; i++)
		clReleaseMemObject(buffers[i]);
	for (int i = 0; i < 2; i++)
		clReleaseKernel(kernels[i]);
}

/* Copies `c` over the halves of a buffer, which commands fill and map. */
static void use_halves(cl_context context, cl_command_queue queue)
{
	enum { HALF = 2048, BYTES = 2 * HALF };
	cl_mem whole = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, NULL);
	cl_event gate = clCreateUserEvent(context, NULL), copied = NULL;
	cl_mem halves[2];
	cl_int error;
	char *map;

	want(whole && gate);
	for (int i = 0; i < 2; i++) {
		cl_buffer_region region = {(size_t)i * HALF, HALF};

		halves[i] = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region,
					      &error);
		want(halves[i]);
	}
	want(!clEnqueueWriteBuffer(queue, halves[0], CL_TRUE, 0, HALF, c, 0, NULL, NULL));
	error = clEnqueueCopyBuffer(queue, halves[0], halves[1], 0, 0, HALF, 1, &gate, &copied);
	want(!clSetUserEventStatus(gate, CL_COMPLETE));
	want(!error);
	map = clEnqueueMapBuffer(queue, whole, CL_TRUE, CL_MAP_READ, 0, BYTES, 1, &copied, NULL,
				 NULL);
	want(map);
	memcpy(c, map + HALF, HALF);
	want(!clEnqueueUnmapMemObject(queue, whole, map, 0, NULL, NULL));
	want(!clFinish(queue));
	for (int i = 0; i < 2; i++)
		clReleaseMemObject(halves[i]);
	clReleaseMemObject(whole);
	clReleaseEvent(gate);
	clReleaseEvent(copied);
}

/* Copies `c` through shared virtual memory. */
static void use_svm(cl_context context, cl_command_queue queue)
{
	cl_int *ints = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof(c), 0);

	want(ints);
	want(!clEnqueueSVMMemcpy(queue, CL_TRUE, ints, c, sizeof(c), 0, NULL, NULL));
	want(!clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, ints, sizeof(c), 0, NULL, NULL));
	memcpy(c, ints, sizeof(c));
	want(!clEnqueueSVMUnmap(queue, ints, 0, NULL, NULL));
	want(!clFinish(queue));
	clSVMFree(context, ints);
}

/* A host that uses much of OpenCL, and checks every result. */
static void use_much(void)
{
	const cl_queue_properties unordered[] = {CL_QUEUE_PROPERTIES,
						 CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
	cl_device_id device;
	cl_context context = open_context(&device);
	cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
	cl_command_queue loose = clCreateCommandQueueWithProperties(context, device, unordered,
								    NULL);

	want(queue && loose);
	add_by_turns(context, device, queue);
	use_halves(context, loose);
	use_svm(context, queue);
	clReleaseCommandQueue(queue);
	clReleaseCommandQueue(loose);
	clReleaseContext(context);
}

/* --- one run ---------------------------------------------------------------------------------- */

static void (*host)(void);

static int run(void)
{
	scarce_begin();
	host();
	scarce_end();
	for (int i = 0; i < COUNT; i++)
		if (c[i] != a[i] + b[i])
			return WRONG;
	return RIGHT;
}

/* --- all runs --------------------------------------------------------------------------------- */

/* Returns the exit code; a signal fails the test. */
static int run_with_failure(long fails)
{
	int status = scarce_run(run, fails, SCARCE_ONCE);

	assert_int_not_equal(status, -1);
	if (!WIFEXITED(status)) {
		print_error("allocation %ld failed: signal %d\n", fails, WTERMSIG(status));
		return -1;
	}
	if (WEXITSTATUS(status) != RIGHT && WEXITSTATUS(status) != REFUSED)
		print_error("allocation %ld failed: exit code %d\n", fails, WEXITSTATUS(status));
	return WEXITSTATUS(status);
}

static bool all;

static void fail_each(void (*runs)(void))
{
	long total, step, refused = 0, bad = 0;

	host = runs;
	assert_int_equal(run_with_failure(0), RIGHT);
	total = scarce_calls();
	assert_true(total > SAMPLES);
	step = all ? 1 : total / SAMPLES;
	for (long i = 1; i <= total; i += i < total - LAST ? step : 1) {
		int code = run_with_failure(i);

		refused += code == REFUSED;
		bad += code != REFUSED && code != RIGHT;
	}
	print_message("%ld allocations, step %ld, %ld refusals, %ld bad ends\n", total, step,
		      refused, bad);
	assert_int_equal(bad, 0);
	assert_true(refused > 10);
}

static void a_simple_host(void **state)
{
	(void)state;
	fail_each(add_once);
}

static void a_host_that_uses_much(void **state)
{
	(void)state;
	fail_each(use_much);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_simple_host),
					   cmocka_unit_test(a_host_that_uses_much)};

	if (scarce_set_up())
		return 1;
	all = argc > 1 && !strcmp(argv[1], "all");
	images[0] = app_read("vadd.xclbin", &image_sizes[0]);
	images[1] = app_read("vadd4.xclbin", &image_sizes[1]);
	app_numbers(a, COUNT, 1);
	app_numbers(b, COUNT, 2);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
