/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One process exports a buffer, another one imports it. The latter is newly executed and only
 * inherits the descriptor.
 */
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host_tests/api/api_test.h"

extern char **environ;

enum { THERE = 100 }; /* the descriptor's number in the other process */

static char *program; /* argv[0] */

/* The other process increments the number that it finds. */
static int import(void)
{
	cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, THERE, 0};
	clEnqueueAcquireExternalMemObjectsKHR_fn acquire;
	clEnqueueReleaseExternalMemObjectsKHR_fn release;
	cl_int number = 0, error = api_setup(NULL);
	cl_mem buffer;

	if (error)
		return 10;
	acquire =
		(clEnqueueAcquireExternalMemObjectsKHR_fn)clGetExtensionFunctionAddressForPlatform(
			api.platform, "clEnqueueAcquireExternalMemObjectsKHR");
	release =
		(clEnqueueReleaseExternalMemObjectsKHR_fn)clGetExtensionFunctionAddressForPlatform(
			api.platform, "clEnqueueReleaseExternalMemObjectsKHR");
	buffer = clCreateBufferWithProperties(api.context, list, 0, 4096, NULL, &error);
	if (!buffer)
		return 11;
	error |= acquire(api.queue, 1, &buffer, 0, NULL, NULL);
	error |= clEnqueueReadBuffer(api.queue, buffer, CL_TRUE, 8, sizeof(number), &number, 0,
				     NULL, NULL);
	number++;
	error |= clEnqueueWriteBuffer(api.queue, buffer, CL_FALSE, 8, sizeof(number), &number, 0,
				      NULL, NULL);
	error |= release(api.queue, 1, &buffer, 0, NULL, NULL);
	error |= clFinish(api.queue);
	error |= clReleaseMemObject(buffer);
	return error || api_teardown(NULL) ? 12 : 0;
}

static int run_other(int fd)
{
	char *argv[] = {program, "import", NULL};
	posix_spawn_file_actions_t actions;
	int status = -1;
	pid_t child;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fd, THERE);
	if (!posix_spawn(&child, program, &actions, NULL, argv, environ))
		waitpid(child, &status, 0);
	posix_spawn_file_actions_destroy(&actions);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void two_processes(void **state)
{
	cl_int (*get_fd)(cl_mem, int *) = (cl_int(*)(cl_mem, int *))
		clGetExtensionFunctionAddressForPlatform(api.platform, "xclGetMemObjectFd");
	cl_mem buffer = api_buffer(0, 4096, NULL);
	cl_int number = 41, found = 0;
	int fd = -1;

	(void)state;
	assert_non_null(get_fd);
	EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(api.queue, buffer, CL_TRUE, 8, sizeof(number),
						&number, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, get_fd(buffer, &fd));
	EXPECT(0, run_other(fd));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(api.queue, buffer, CL_TRUE, 8, sizeof(found), &found,
					       0, NULL, NULL));
	EXPECT_TRUE(found == 42);
	close(fd);
	clReleaseMemObject(buffer);
	api_end();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_processes),
	};

	program = argv[0];
	return argc > 1 ? import() : cmocka_run_group_tests(tests, api_setup, api_teardown);
}
