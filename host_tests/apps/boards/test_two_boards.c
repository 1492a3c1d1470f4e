/* SPDX-License-Identifier: Apache-2.0 */
/* A u250 and a u50 together: FPGACL_DEVICES=emu:u250,emu:u50. */
#include "host_tests/apps/app.h"

enum { COUNT = 2000 };

static cl_int a[COUNT], b[COUNT], c[COUNT];

static void each_takes_its_own(void **state)
{
	static const char *const images[2] = {"vadd.xclbin", "vadd_u50.xclbin"};
	struct app app = app_open("vadd.xclbin", 0);

	(void)state;
	assert_int_equal(app.device_count, 2);
	for (cl_uint image = 0; image < 2; image++) {
		size_t size;
		unsigned char *bytes = app_read(images[image], &size);

		for (cl_uint device = 0; device < 2; device++) {
			cl_int status;
			cl_program program = app_load(&app, device, bytes, size, &status);

			assert_int_equal(status, device == image ? CL_SUCCESS : CL_INVALID_BINARY);
			if (program)
				OK(clReleaseProgram(program));
		}
		free(bytes);
	}
	app_close(&app);
}

static void add_on(struct app *app, cl_program program, cl_uint device, cl_mem buffers[3])
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, "vadd", &error);
	cl_command_queue queue;

	OK(error);
	queue = clCreateCommandQueue(app->context, app->devices[device], 0, &error);
	OK(error);
	app_set_buffers(kernel, 0, 3, buffers);
	app_set_int(kernel, 3, COUNT);
	OK(clEnqueueTask(queue, kernel, 0, NULL, NULL));
	OK(clFinish(queue));
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseKernel(kernel));
}

/* The second board continues with the first one's results; the runtime moves the buffer. */
static void buffer_moves(void **state)
{
	struct app app = app_open("vadd.xclbin", 0);
	size_t size;
	unsigned char *bytes = app_read("vadd_u50.xclbin", &size);
	cl_mem buffers[3], again[3];
	cl_program second;
	cl_int status;

	(void)state;
	second = app_load(&app, 1, bytes, size, &status);
	OK(status);
	free(bytes);
	app_numbers(a, COUNT, 1);
	app_numbers(b, COUNT, 2);
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(a), a);
	buffers[1] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(b), b);
	buffers[2] = app_buffer(&app, 0, sizeof(c), NULL);
	add_on(&app, app.program, 0, buffers);
	again[0] = buffers[2];
	again[1] = buffers[1];
	again[2] = buffers[0];
	add_on(&app, second, 1, again);
	OK(clEnqueueReadBuffer(app.queue, buffers[0], CL_TRUE, 0, sizeof(c), c, 0, NULL, NULL));
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(c[i], a[i] + b[i] + b[i]);
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseProgram(second));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_takes_its_own),
		cmocka_unit_test(buffer_moves),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
