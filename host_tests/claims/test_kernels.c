/* SPDX-License-Identifier: Apache-2.0 */
/* Claims about kernels: their arguments' qualifiers, and their output. */
#include "claims.h"

#define QUALIFIERS(c, v, r)                                                                        \
	(((c) ? CL_KERNEL_ARG_TYPE_CONST : 0) | ((v) ? CL_KERNEL_ARG_TYPE_VOLATILE : 0) |          \
	 ((r) ? CL_KERNEL_ARG_TYPE_RESTRICT : 0))

static void check_qualifiers(const char *image, const cl_kernel_arg_type_qualifier *expected,
			     cl_uint count)
{
	struct app app = app_open(image, 0);
	cl_kernel kernel = app_kernel(&app, "qualified");

	for (cl_uint i = 0; i < count; i++) {
		cl_kernel_arg_type_qualifier found = 12345;
		char type[32] = "";

		OK(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(found),
				      &found, NULL));
		assert_int_equal(found, expected[i]);
		OK(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof(type), type,
				      NULL));
		assert_string_equal(type, "int*");
	}
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

/* const, volatile and restrict, as in the source, in both languages. */
static void qualifiers(void **state)
{
	static const cl_kernel_arg_type_qualifier expected[] = {
		QUALIFIERS(0, 0, 0), QUALIFIERS(1, 0, 0), QUALIFIERS(0, 1, 0), QUALIFIERS(0, 0, 1),
		QUALIFIERS(1, 1, 1), QUALIFIERS(1, 0, 0), QUALIFIERS(0, 1, 0)};

	(void)state;
	check_qualifiers(CLAIMS_IMAGE("limits.xclbin"), expected, 5);
	check_qualifiers(CLAIMS_IMAGE("items.xclbin"), expected, 7);
}

/* Runs `speak` and returns the log. */
static char *speak(cl_int lines, cl_int width, cl_int fails)
{
	struct app app = app_open(CLAIMS_IMAGE("items.xclbin"), 0);
	cl_kernel kernel = app_kernel(&app, "speak");
	cl_mem buffer = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(cl_int), NULL);
	cl_int status;

	claims_log_start();
	app_set_buffers(kernel, 0, 1, &buffer);
	app_set_int(kernel, 1, lines);
	app_set_int(kernel, 2, width);
	app_set_int(kernel, 3, fails);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	status = clEnqueueReadBuffer(app.queue, buffer, CL_TRUE, 0, sizeof(status), &status, 0,
				     NULL, NULL);
	clFinish(app.queue);
	assert_true(fails || status == CL_SUCCESS);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
	app_close(&app);
	return claims_log_read();
}

/* One work-item prints more than CL_DEVICE_PRINTF_BUFFER_SIZE: every line appears exactly once. */
static void printed_lines(void **state)
{
	enum { LINES = 18000 };
	char *log = speak(LINES, 0, 0), line[128];
	const char *at = log;

	(void)state;
	for (int i = 0; i < LINES; i++) {
		snprintf(line, sizeof(line),
			 ": line %d of the work-item, with a tail up to its character 63, %d.\n",
			 100000 + i, i % 10);
		at = strstr(at, line);
		assert_non_null(at);
	}
	assert_int_equal(claims_count(log, "with a tail"), LINES);
	free(log);
}

/*
 * A text of nearly that size is complete; if a text is longer, the log says that it was truncated.
 */
static void printed_text(void **state)
{
	char *log = speak(0, 1000000, 0);

	(void)state;
	assert_true(strlen(log) > 1000000);
	assert_non_null(strstr(log, " 7]\n"));
	assert_null(strstr(log, "cut after"));
	free(log);
	log = speak(0, 1 << 20, 0);
	assert_null(strstr(log, " 7]\n"));
	assert_non_null(strstr(log, "text cut after 1048575 characters"));
	free(log);
}

/* Output printed by a work-item before it fails is not lost, and does not appear in a later run. */
static void printed_before_a_fault(void **state)
{
	char *log = speak(3, 1000, 1);

	(void)state;
	assert_int_equal(claims_count(log, "with a tail"), 3);
	assert_non_null(strstr(log, " 7]\n"));
	free(log);
}

static cl_int run_twice(struct app *app, cl_kernel kernel, const cl_mem buffers[2])
{
	cl_int found = 0;

	app_set_buffers(kernel, 0, 2, buffers);
	OK(clEnqueueTask(app->queue, kernel, 0, NULL, NULL));
	app_read_buffer(app, buffers[1], &found, sizeof(found));
	return found;
}

/* Host and board have separate memory: data that the host has not migrated does not arrive. */
static void forgotten_migration(void **state)
{
	struct app app = app_open(CLAIMS_IMAGE("limits.xclbin"), 0);
	cl_kernel kernel = app_kernel(&app, "twice");
	static _Alignas(4096) cl_int in[1024], out[1024];
	cl_mem buffers[2];

	(void)state;
	in[0] = 21;
	buffers[0] = app_buffer(&app, CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY, sizeof(in), in);
	buffers[1] = app_buffer(&app, CL_MEM_USE_HOST_PTR, sizeof(out), out);
	app_set_buffers(kernel, 0, 2, buffers);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	OK(clFinish(app.queue));
	assert_int_equal(out[0], 0);
	OK(clEnqueueMigrateMemObjects(app.queue, 1, &buffers[1], CL_MIGRATE_MEM_OBJECT_HOST, 0,
				      NULL, NULL));
	OK(clFinish(app.queue));
	assert_int_equal(out[0], 42);
	in[0] = 100;
	assert_int_equal(run_twice(&app, kernel, buffers), 42);
	OK(clEnqueueWriteBuffer(app.queue, buffers[0], CL_TRUE, 0, sizeof(*in), in, 0, NULL, NULL));
	assert_int_equal(run_twice(&app, kernel, buffers), 200);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

/* As in CL/cl_ext_xilinx.h. */
struct extension {
	unsigned flags;
	void *host, *param;
};
#define MEM_EXT_PTR ((cl_mem_flags)1 << 31)
#define EXT_P2P (1u << 30)

/* A mapped P2P buffer is the board's memory: the host's writes are visible at once. */
static void mapped_p2p_buffer(void **state)
{
	struct app app = app_open(CLAIMS_IMAGE("limits.xclbin"), 0);
	cl_kernel kernel = app_kernel(&app, "twice");
	struct extension extension = {EXT_P2P, NULL, NULL};
	cl_int error, *in;
	cl_mem buffers[2];

	(void)state;
	buffers[0] = app_buffer(&app, CL_MEM_READ_WRITE | MEM_EXT_PTR, 4096, &extension);
	buffers[1] = app_buffer(&app, CL_MEM_READ_WRITE, 4096, NULL);
	in = clEnqueueMapBuffer(app.queue, buffers[0], CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL,
				NULL, &error);
	OK(error);
	*in = 7;
	OK(clEnqueueUnmapMemObject(app.queue, buffers[0], in, 0, NULL, NULL));
	assert_int_equal(run_twice(&app, kernel, buffers), 14);
	in = clEnqueueMapBuffer(app.queue, buffers[0], CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL,
				NULL, &error);
	OK(error);
	*in = 8;
	assert_int_equal(run_twice(&app, kernel, buffers), 16);
	OK(clEnqueueUnmapMemObject(app.queue, buffers[0], in, 0, NULL, NULL));
	assert_int_equal(run_twice(&app, kernel, buffers), 16);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(qualifiers),        cmocka_unit_test(forgotten_migration),
		cmocka_unit_test(mapped_p2p_buffer), cmocka_unit_test(printed_lines),
		cmocka_unit_test(printed_text),      cmocka_unit_test(printed_before_a_fault),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
