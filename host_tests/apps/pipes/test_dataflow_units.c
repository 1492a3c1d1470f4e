/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two processes that run concurrently because each waits for the other: the log names them if one
 * writes the buffer that the other reads, however they got their pointers, and only then.
 */
#include "host_tests/apps/app.h"

enum { N = 16 };

static struct app app;

/* Removes what the log has so far. */
static void clear_log(void)
{
	FILE *file = fopen(getenv("FPGACL_LOG_FILE"), "w");

	assert_non_null(file);
	fclose(file);
}

static bool is_logged(const char *kernel)
{
	FILE *file = fopen(getenv("FPGACL_LOG_FILE"), "r");
	bool found = false;
	char line[1000];

	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		found |= strstr(line, kernel) && strstr(line, "may use the same memory");
	fclose(file);
	return found;
}

/* Runs a kernel on buffers[from], buffers[to] and buffers[other], of which each has its numbers. */
static void run(const char *name, const unsigned which[3], int n, cl_int ret_found[3][N])
{
	cl_kernel kernel = app_kernel(&app, name);
	cl_mem buffers[3], args[3];
	cl_int numbers[N];

	for (unsigned i = 0; i < 3; i++) {
		app_numbers(numbers, N, (cl_int)i);
		buffers[i] = app_buffer(&app, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
					sizeof(numbers), numbers);
	}
	for (unsigned i = 0; i < 3; i++)
		args[i] = buffers[which[i]];
	app_set_buffers(kernel, 0, 3, args);
	app_set_int(kernel, 3, n);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	OK(clFinish(app.queue));
	OK(clReleaseKernel(kernel));
	for (unsigned i = 0; i < 3; i++)
		app_take_buffer(&app, buffers[i], ret_found[i], sizeof(ret_found[i]));
}

/* First with three buffers, where n's lowest bits are 0, then with a race. */
static const struct {
	const char *kernel;
	unsigned written; /* the argument that the first run writes */
	unsigned same[3];
	int n;
} cases[] = {
	{"chosen", 2, {0, 1, 2}, 13}, {"fields", 2, {0, 1, 0}, 12}, {"copied", 1, {0, 0, 2}, 12},
	{"array", 1, {0, 1, 1}, 12},  {"object", 1, {0, 0, 2}, 12},
};

static void only_races(void **state)
{
	static const unsigned apart[3] = {0, 1, 2};
	cl_int found[3][N];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		clear_log();
		run(cases[i].kernel, apart, 12, found);
		if (is_logged(cases[i].kernel))
			fail_msg("%s: a race between different buffers is logged", cases[i].kernel);
		if (strcmp(cases[i].kernel, "array") != 0)
			assert_memory_equal(found[cases[i].written], found[0], 12 * sizeof(cl_int));
		run(cases[i].kernel, cases[i].same, cases[i].n, found);
		if (!is_logged(cases[i].kernel))
			fail_msg("%s: a race is not logged", cases[i].kernel);
	}
}

/* Where a process sets the pointer, a race may not be ruled out, and must not be missed. */
static void unknown_pointer(void **state)
{
	static const unsigned same[3] = {0, 0, 2};
	cl_int found[3][N];

	(void)state;
	clear_log();
	run("redirected", same, 12, found);
	assert_true(is_logged("redirected"));
}

static int open_app(void **state)
{
	(void)state;
	app = app_open("dataflow_units.xclbin", 0);
	return 0;
}

static int close_app(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_races),
		cmocka_unit_test(unknown_pointer),
	};

	return cmocka_run_group_tests(tests, open_app, close_app);
}
