/* SPDX-License-Identifier: Apache-2.0 */
/* vadd with all usual methods of moving data to a board and back. */
#include "host_tests/apps/app.h"

enum { COUNT = 5000 }; /* not a multiple of a page */

static cl_int a[COUNT], b[COUNT], c[COUNT];

/*
 * This program also exports a function named vadd. The kernel's is used: symbols of an image and of
 * its host never bind to each other.
 */
__attribute__((visibility("default"))) void vadd(const int *x, const int *y, int *z, int n);

void vadd(const int *x, const int *y, int *z, int n)
{
	(void)x;
	(void)y;
	for (int i = 0; i < n; i++)
		z[i] = -1;
}

static int fill(void **state)
{
	(void)state;
	app_numbers(a, COUNT, 1);
	app_numbers(b, COUNT, 2);
	app_numbers(c, COUNT, 3);
	return 0;
}

static void check_sums(const cl_int *sums, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (sums[i] != a[i] + b[i])
			fail_msg("element %zu: expected %d, found %d", i, a[i] + b[i], sums[i]);
}

static void add_with_copies(const char *image)
{
	struct app app = app_open(image, 0);
	cl_kernel kernel = app_kernel(&app, "vadd");
	cl_mem buffers[3];

	buffers[0] = app_buffer(&app, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(a), a);
	buffers[1] = app_buffer(&app, CL_MEM_READ_ONLY, sizeof(b), NULL);
	buffers[2] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(c), NULL);
	app_set_buffers(kernel, 0, 3, buffers);
	app_set_int(kernel, 3, COUNT);
	OK(clEnqueueWriteBuffer(app.queue, buffers[1], CL_FALSE, 0, sizeof(b), b, 0, NULL, NULL));
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(app.queue, buffers[2], CL_TRUE, 0, sizeof(c), c, 0, NULL, NULL));
	check_sums(c, COUNT);
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

static void xclbin(void **state)
{
	(void)state;
	add_with_copies("vadd.xclbin");
}

static void bare_elf(void **state)
{
	(void)state;
	add_with_copies("vadd.elf");
}

/* The vendor's usual method: buffers over the host's own arrays, migrated there and back. */
static void host_pointers_migrated(void **state)
{
	struct app app = app_open("vadd.xclbin", 0);
	cl_kernel kernel = app_kernel(&app, "vadd");
	cl_int *arrays[3] = {a, b, c};
	cl_mem buffers[3];

	(void)state;
	for (int i = 0; i < 3; i++)
		buffers[i] = app_buffer(&app, CL_MEM_USE_HOST_PTR, sizeof(a), arrays[i]);
	app_set_buffers(kernel, 0, 3, buffers);
	app_set_int(kernel, 3, COUNT);
	OK(clEnqueueMigrateMemObjects(app.queue, 2, buffers, 0, 0, NULL, NULL));
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	OK(clEnqueueMigrateMemObjects(app.queue, 1, &buffers[2], CL_MIGRATE_MEM_OBJECT_HOST, 0,
				      NULL, NULL));
	OK(clFinish(app.queue));
	check_sums(c, COUNT);
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

/* Without migration: the launch moves the data. The mapped address is not aligned for DMA. */
static void host_pointers_unaligned(void **state)
{
	struct app app = app_open("vadd.xclbin", 0);
	cl_kernel kernel = app_kernel(&app, "vadd");
	cl_int *arrays[3] = {a + 1, b + 1, c + 1};
	size_t size = sizeof(a) - sizeof(*a);
	cl_mem buffers[3];
	cl_int error, *mapped;

	(void)state;
	for (int i = 0; i < 3; i++)
		buffers[i] = app_buffer(&app, CL_MEM_USE_HOST_PTR, size, arrays[i]);
	app_set_buffers(kernel, 0, 3, buffers);
	app_set_int(kernel, 3, COUNT - 1);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	mapped = clEnqueueMapBuffer(app.queue, buffers[2], CL_TRUE, CL_MAP_READ, 0, size, 0, NULL,
				    NULL, &error);
	OK(error);
	assert_ptr_equal(mapped, c + 1);
	for (int i = 1; i < COUNT; i++)
		assert_int_equal(c[i], a[i] + b[i]);
	OK(clEnqueueUnmapMemObject(app.queue, buffers[2], mapped, 0, NULL, NULL));
	OK(clFinish(app.queue));
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

/* The host releases everything as soon as possible; what is still needed stays alive. */
static void released_early(void **state)
{
	struct app app = app_open("vadd.xclbin", 0);
	cl_kernel kernel = app_kernel(&app, "vadd");
	cl_mem buffers[3];

	(void)state;
	OK(clReleaseProgram(app.program));
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(a), a);
	buffers[1] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(b), b);
	buffers[2] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(c), NULL);
	OK(clReleaseContext(app.context));
	app_set_buffers(kernel, 0, 3, buffers);
	app_set_int(kernel, 3, COUNT);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	OK(clReleaseKernel(kernel));
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clEnqueueReadBuffer(app.queue, buffers[2], CL_TRUE, 0, sizeof(c), c, 0, NULL, NULL));
	check_sums(c, COUNT);
	OK(clReleaseMemObject(buffers[2]));
	OK(clReleaseCommandQueue(app.queue));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(xclbin, fill),
		cmocka_unit_test_setup(bare_elf, fill),
		cmocka_unit_test_setup(host_pointers_migrated, fill),
		cmocka_unit_test_setup(host_pointers_unaligned, fill),
		cmocka_unit_test_setup(released_early, fill),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
