/* SPDX-License-Identifier: Apache-2.0 */
/* Calls made after exit() has begun compute the same results as before, and none hangs. */
#include "host_tests/runtime/host.h"

#include <sys/wait.h>
#include <unistd.h>

static struct host host;
static cl_kernel kernel;
static cl_command_queue queue;
static cl_mem buffer;
static cl_int expected;
static int is_exiting; /* only a child that is exiting makes calls from then on */
static int handlers;   /* atexit() handlers that got the right results */

/* Launches behind a user event, and reads the result. */
static int computes(void)
{
	cl_event gate = clCreateUserEvent(host.context, NULL), done = NULL;
	cl_int found = -1;

	expected += 3;
	if (!gate || clEnqueueTask(queue, kernel, 1, &gate, &done) ||
	    clSetUserEventStatus(gate, CL_COMPLETE) || clWaitForEvents(1, &done) ||
	    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(found), &found, 0, NULL, NULL) ||
	    clFinish(queue) || clReleaseEvent(gate) || clReleaseEvent(done))
		return 0;
	return found == expected;
}

static void handler(void)
{
	handlers += computes();
}

/*
 * The last code of the program itself releases the objects, like the destructors of a C++ host's
 * globals.
 */
__attribute__((destructor)) static void last(void)
{
	int released;

	if (!is_exiting)
		return;
	if (!computes())
		_exit(2);
	released = !clReleaseKernel(kernel) && !clReleaseMemObject(buffer) &&
		   !clReleaseCommandQueue(queue) && !clReleaseContext(host.context);
	_exit(handlers == 2 && released ? 0 : 3);
}

/*
 * In a process of its own: handlers that were registered before the platform was opened run after
 * the platform's own.
 */
static int child(void)
{
	cl_program program;

	alarm(30);
	is_exiting = 1;
	if (atexit(handler))
		return 4;
	host_open(&host);
	program = host_program(&host, 0, "basic.xclbin");
	kernel = host_kernel(program, "bump");
	queue = host_queue(&host, 0, 0);
	buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(expected), &expected);
	host_args(kernel, buffer, 2, 1, 3);
	OK(clReleaseProgram(program));
	return atexit(handler) ? 4 : 5; /* not the status that the destructor sets */
}

static void exits(void **state)
{
	pid_t pid;
	int status;

	(void)state;
	pid = fork();
	if (pid == 0) {
		execl("/proc/self/exe", "runtime_exit", "child", (char *)NULL);
		_exit(6);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(exits)};

	(void)argv;
	return argc > 1 ? child() : cmocka_run_group_tests(tests, NULL, NULL);
}
