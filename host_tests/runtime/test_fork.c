/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects that a forked child inherits are dead, and calls with them return errors; those that it
 * creates itself work.
 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "host_tests/runtime/host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

/* The parent's shared virtual memory works in the parent only; the child's own works. */
static int child_svm(cl_context context, cl_command_queue queue, int *inherited)
{
	int *svm = clSVMAlloc(context, 0, sizeof(*svm), 0), got = 0;
	const int value = 8;

	if (!svm || *inherited != 1)
		return 6;
	*inherited = 2;
	if (clEnqueueSVMMemFill(queue, svm, &value, sizeof(value), sizeof(value), 0, NULL, NULL) ||
	    clEnqueueSVMMemcpy(queue, CL_TRUE, &got, svm, sizeof(got), 0, NULL, NULL) ||
	    got != value)
		return 7;
	clSVMFree(context, svm);
	return 0;
}

static int child(const struct host *host, cl_command_queue queue, cl_mem buffer, int *svm)
{
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_int error, value = 7, got = 0;

	if (clFinish(queue) != CL_INVALID_COMMAND_QUEUE ||
	    clReleaseMemObject(buffer) != CL_INVALID_MEM_OBJECT ||
	    clRetainContext(host->context) != CL_INVALID_CONTEXT)
		return 1;
	/*
	 * The loader still knows the parent's platform, behind which our driver is initialized
	 * again.
	 */
	if (clGetPlatformIDs(1, &platform, NULL) ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
		return 2;
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	if (error)
		return 3;
	queue = clCreateCommandQueue(context, device, 0, &error);
	buffer = clCreateBuffer(context, 0, sizeof(value), NULL, &error);
	if (clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof(value), &value, 0, NULL, NULL) ||
	    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(got), &got, 0, NULL, NULL))
		return 4;
	return got == 7 ? child_svm(context, queue, svm) : 5;
}

static void forked(void **state)
{
	struct host host;
	cl_command_queue queue;
	cl_int value = 1;
	cl_mem buffer;
	pid_t pid;
	int status, *svm;

	(void)state;
	host_open(&host);
	queue = host_queue(&host, 0, 0);
	buffer = host_buffer(&host, 0, sizeof(value), NULL);
	OK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof(value), &value, 0, NULL, NULL));
	svm = clSVMAlloc(host.context, 0, sizeof(*svm), 0);
	assert_non_null(svm);
	*svm = 1;
	pid = fork();
	if (pid == 0) {
		alarm(20);
		_exit(child(&host, queue, buffer, svm));
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	assert_int_equal(*svm, 1);
	clSVMFree(host.context, svm);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseCommandQueue(queue));
	host_close(&host);
}

#ifndef __SANITIZE_ADDRESS__ /* another thread may have locked its allocator at the fork */
static void load_image(void)
{
	struct host host;
	cl_program program;

	host_open(&host);
	program = host_program(&host, 0, "basic.xclbin");
	OK(clReleaseProgram(program));
	host_close(&host);
}

/*
 * Loads and unloads images all the time, so that forks happen while it is inside the dynamic
 * linker.
 */
static void *load_images(void *user)
{
	atomic_bool *stop = user;

	while (!atomic_load(stop))
		load_image();
	return NULL;
}

/* A child can load images, whatever the parent's other threads were doing at the fork. */
static void forked_while_loading(void **state)
{
	enum { THREADS = 2, CHILDREN = 300 };
	pthread_t threads[THREADS];
	atomic_bool stop = false;
	int wrong = 0;

	(void)state;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, load_images, &stop), 0);
	for (int i = 0; i < CHILDREN && !wrong; i++) {
		pid_t pid = fork();
		int status = -1;

		if (pid == 0) {
			alarm(20);
			load_image();
			_exit(0);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		wrong = status;
	}
	atomic_store(&stop, true);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(wrong, 0);
}
#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forked),
#ifndef __SANITIZE_ADDRESS__
		cmocka_unit_test(forked_while_loading),
#endif
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
