/* SPDX-License-Identifier: Apache-2.0 */
/* A sub-device, context, queue and program for each compute unit of an image on the board. */
#include "host_tests/apps/app.h"

enum { MOST = 4, PART = 1024 };

struct unit {
	struct app app;
	cl_kernel kernel;
	cl_mem buffers[3];
	cl_int a[PART], b[PART], c[PART];
};

static struct unit units[MOST];

static void open_unit(struct unit *unit, cl_device_id device, const char *image, cl_int seed)
{
	cl_int status = CL_INVALID_VALUE, error;
	size_t size;
	unsigned char *bytes = app_read(image, &size);

	memset(unit->c, 0, sizeof(unit->c));
	app_numbers(unit->a, PART, seed);
	app_numbers(unit->b, PART, 100 + seed);
	unit->app.devices[0] = device;
	unit->app.context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	OK(error);
	unit->app.queue = clCreateCommandQueue(unit->app.context, device, 0, &error);
	OK(error);
	unit->app.program = app_load(&unit->app, 0, bytes, size, &status);
	OK(status);
	free(bytes);
	unit->kernel = app_kernel(&unit->app, "vadd");
	for (int i = 0; i < 3; i++)
		unit->buffers[i] = app_buffer(&unit->app, 0, sizeof(unit->a), NULL);
}

static void enqueue(struct unit *unit)
{
	cl_command_queue queue = unit->app.queue;

	app_set_buffers(unit->kernel, 0, 3, unit->buffers);
	app_set_int(unit->kernel, 3, PART);
	OK(clEnqueueWriteBuffer(queue, unit->buffers[0], CL_FALSE, 0, sizeof(unit->a), unit->a, 0,
				NULL, NULL));
	OK(clEnqueueWriteBuffer(queue, unit->buffers[1], CL_FALSE, 0, sizeof(unit->b), unit->b, 0,
				NULL, NULL));
	OK(clEnqueueTask(queue, unit->kernel, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, unit->buffers[2], CL_FALSE, 0, sizeof(unit->c), unit->c, 0,
			       NULL, NULL));
}

static void close_unit(struct unit *unit)
{
	OK(clFinish(unit->app.queue));
	for (int i = 0; i < PART; i++)
		if (unit->c[i] != unit->a[i] + unit->b[i])
			fail_msg("element %d: found %d", i, unit->c[i]);
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(unit->buffers[i]));
	OK(clReleaseKernel(unit->kernel));
	OK(clReleaseProgram(unit->app.program));
	OK(clReleaseCommandQueue(unit->app.queue));
	OK(clReleaseContext(unit->app.context));
	OK(clReleaseDevice(unit->app.devices[0]));
}

static void run(const char *image, cl_uint expected)
{
	const cl_device_partition_property each[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	struct app app = app_open(image, 0);
	cl_device_id devices[MOST];
	cl_uint count = 0;

	OK(clCreateSubDevices(app.devices[0], each, MOST, devices, &count));
	assert_int_equal(count, expected);
	for (cl_uint i = 0; i < count; i++)
		open_unit(&units[i], devices[i], image, (cl_int)i);
	for (cl_uint i = 0; i < count; i++)
		enqueue(&units[i]);
	for (cl_uint i = 0; i < count; i++)
		close_unit(&units[i]);
	app_close(&app);
}

static void four_units(void **state)
{
	(void)state;
	run("vadd4.xclbin", 4);
}

/* A single unit cannot be partitioned, but a host that gives each unit a context still works. */
static void one_unit(void **state)
{
	(void)state;
	run("vadd.xclbin", 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(four_units),
		cmocka_unit_test(one_unit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
