/* SPDX-License-Identifier: Apache-2.0 */
/* Many compute units with separate static data, in a process that may only open few files. */
#include <dirent.h>
#include <sys/resource.h>

#include "host_tests/apps/app.h"

enum { UNITS = 120, FILES = 64 };

static unsigned open_files(void)
{
	DIR *folder = opendir("/proc/self/fd");
	unsigned count = 0;

	assert_non_null(folder);
	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

static cl_int call(const struct app *app, cl_kernel kernel, cl_mem buffer)
{
	cl_int found = -1;

	OK(clEnqueueTask(app->queue, kernel, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(app->queue, buffer, CL_TRUE, 0, sizeof(found), &found, 0, NULL,
			       NULL));
	return found;
}

static void each_unit_counts_alone(void **state)
{
	struct rlimit limit;
	unsigned before;
	struct app app;
	cl_mem buffer;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur = FILES;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	before = open_files();
	app = app_open("copies.xclbin", 0);
	buffer = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(cl_int), NULL);
	for (int i = 1; i <= UNITS; i++) {
		char name[64];
		cl_kernel kernel;

		snprintf(name, sizeof(name), "remember:{remember_%d}", i);
		kernel = app_kernel(&app, name);
		app_set_buffers(kernel, 0, 1, &buffer);
		assert_int_equal(call(&app, kernel, buffer), 1);
		assert_int_equal(call(&app, kernel, buffer), 2);
		OK(clReleaseKernel(kernel));
	}
	assert_true(open_files() < before + FILES / 2);
	OK(clReleaseMemObject(buffer));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(each_unit_counts_alone)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
