/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hosts that write to their own memory between launches and migrate it without mapping the buffer.
 * For read-only buffers, and under XCL_EMULATION_MODE for all buffers, the host's bytes count as
 * the newest.
 */
#include "host_tests/apps/app.h"

enum { COUNT = 1000, ROUNDS = 4 };

static _Alignas(4096) cl_int in[COUNT], out[COUNT];

static void migrate(struct app *app, cl_mem buffer, cl_mem_migration_flags flags)
{
	OK(clEnqueueMigrateMemObjects(app->queue, 1, &buffer, flags, 0, NULL, NULL));
}

static void run_rounds(cl_mem_flags flags)
{
	struct app app = app_open("fixed.xclbin", 0);
	cl_kernel kernel = app_kernel(&app, "bump");
	cl_mem buffers[2] = {app_buffer(&app, CL_MEM_USE_HOST_PTR | flags, sizeof(in), in),
			     app_buffer(&app, CL_MEM_USE_HOST_PTR, sizeof(out), out)};

	app_set_buffers(kernel, 0, 2, buffers);
	app_set_int(kernel, 2, COUNT);
	for (cl_uint round = 0; round < ROUNDS; round++) {
		app_numbers(in, COUNT, round);
		migrate(&app, buffers[0], 0);
		OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
		migrate(&app, buffers[1], CL_MIGRATE_MEM_OBJECT_HOST);
		OK(clFinish(app.queue));
		for (int i = 0; i < COUNT; i++)
			assert_int_equal(out[i], in[i] + 1);
	}
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

static void read_only(void **state)
{
	(void)state;
	run_rounds(CL_MEM_READ_ONLY);
}

static void read_write(void **state)
{
	(void)state;
	if (!getenv("XCL_EMULATION_MODE"))
		skip();
	run_rounds(CL_MEM_READ_WRITE);
}

/*
 * Otherwise OpenCL's rule applies: data written by a kernel stays when the buffer is migrated
 * again.
 */
static void written_by_a_kernel(void **state)
{
	struct app app = app_open("fixed.xclbin", 0);
	cl_kernel kernel = app_kernel(&app, "bump");
	cl_mem buffer;

	(void)state;
	if (getenv("XCL_EMULATION_MODE"))
		skip();
	app_numbers(in, COUNT, 7);
	memcpy(out, in, sizeof(in));
	buffer = app_buffer(&app, CL_MEM_USE_HOST_PTR, sizeof(in), in);
	app_set_buffers(kernel, 0, 1, &buffer);
	app_set_buffers(kernel, 1, 1, &buffer);
	app_set_int(kernel, 2, COUNT);
	for (int i = 0; i < ROUNDS; i++) {
		migrate(&app, buffer, 0);
		OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	}
	app_take_buffer(&app, buffer, in, sizeof(in));
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(in[i], out[i] + ROUNDS);
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(read_only),
		cmocka_unit_test(read_write),
		cmocka_unit_test(written_by_a_kernel),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
