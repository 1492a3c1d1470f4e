/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random kernels with barriers (random_groups.py) and their results. Manually, with other seeds:
 * app_random_groups IMAGE EXPECTED.
 */
#include "host_tests/apps/app.h"

static struct app app;
static const char *image = "random_groups.xclbin", *expected = APP_IMAGES "/random_groups.txt";

static int open_app(void **state)
{
	(void)state;
	app = app_open(image, 0);
	return 0;
}

static int close_app(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

static size_t read_number(FILE *file)
{
	unsigned long long number = 0;

	assert_int_equal(fscanf(file, "%llu", &number), 1);
	return number;
}

/* Reads the rest of a line of the file and compares the results. */
static void check_kernel(const char *name, FILE *file)
{
	size_t global[3], local[3], items = 1, in_group = 1;
	cl_kernel kernel = app_kernel(&app, name);
	cl_uint zero = 0, *found;
	cl_mem out;

	for (int i = 0; i < 3; i++)
		items *= global[i] = read_number(file);
	for (int i = 0; i < 3; i++)
		in_group *= local[i] = read_number(file);
	out = app_buffer(&app, CL_MEM_READ_WRITE, items * sizeof(cl_uint), NULL);
	OK(clEnqueueFillBuffer(app.queue, out, &zero, sizeof(zero), 0, items * sizeof(cl_uint), 0,
			       NULL, NULL));
	app_set_buffers(kernel, 0, 1, &out);
	app_set_int(kernel, 1, (cl_int)read_number(file));
	OK(clSetKernelArg(kernel, 2, in_group * sizeof(cl_uint), NULL));
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 3, NULL, global, local, 0, NULL, NULL));
	found = malloc(items * sizeof(*found));
	assert_non_null(found);
	app_read_buffer(&app, out, found, items * sizeof(*found));
	for (size_t i = 0; i < items; i++) {
		cl_uint value = (cl_uint)read_number(file);

		if (found[i] != value)
			fail_msg("%s: work-item %zu: expected %u, found %u", name, i, value,
				 found[i]);
	}
	free(found);
	OK(clReleaseMemObject(out));
	OK(clReleaseKernel(kernel));
}

static void all_kernels(void **state)
{
	FILE *file = fopen(expected, "r");
	char name[64];
	unsigned kernels = 0;

	(void)state;
	assert_non_null(file);
	for (; fscanf(file, "%63s", name) == 1; kernels++)
		check_kernel(name, file);
	fclose(file);
	assert_true(kernels > 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(all_kernels, open_app, close_app),
	};

	if (argc == 3) {
		image = argv[1];
		expected = argv[2];
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
