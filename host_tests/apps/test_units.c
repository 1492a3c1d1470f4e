/* SPDX-License-Identifier: Apache-2.0 */
/* Four compute units, an out-of-order queue, and events for all necessary ordering. */
#include "host_tests/apps/app.h"

enum { UNITS = 4, PARTS = 12, PART = 1024 };

struct part {
	cl_int a[PART], b[PART], c[PART];
	cl_mem buffers[3];
	cl_event read;
};

static struct part parts[PARTS];

/* Uploads, adds and downloads one part with `kernel`, without waiting. */
static void enqueue_part(struct app *app, cl_kernel kernel, struct part *part)
{
	cl_event written[2], added;

	app_set_buffers(kernel, 0, 3, part->buffers);
	app_set_int(kernel, 3, PART);
	OK(clEnqueueWriteBuffer(app->queue, part->buffers[0], CL_FALSE, 0, sizeof(part->a), part->a,
				0, NULL, &written[0]));
	OK(clEnqueueWriteBuffer(app->queue, part->buffers[1], CL_FALSE, 0, sizeof(part->b), part->b,
				0, NULL, &written[1]));
	OK(clEnqueueTask(app->queue, kernel, 2, written, &added));
	OK(clEnqueueReadBuffer(app->queue, part->buffers[2], CL_FALSE, 0, sizeof(part->c), part->c,
			       1, &added, &part->read));
	OK(clReleaseEvent(written[0]));
	OK(clReleaseEvent(written[1]));
	OK(clReleaseEvent(added));
}

static void create_parts(struct app *app)
{
	for (int i = 0; i < PARTS; i++) {
		app_numbers(parts[i].a, PART, i);
		app_numbers(parts[i].b, PART, 100 + i);
		memset(parts[i].c, 0, sizeof(parts[i].c));
		for (int j = 0; j < 3; j++)
			parts[i].buffers[j] = app_buffer(app, 0, sizeof(parts[i].a), NULL);
	}
}

static void check_parts(void)
{
	for (int i = 0; i < PARTS; i++) {
		OK(clWaitForEvents(1, &parts[i].read));
		OK(clReleaseEvent(parts[i].read));
		for (int j = 0; j < PART; j++)
			if (parts[i].c[j] != parts[i].a[j] + parts[i].b[j])
				fail_msg("part %d, element %d: found %d", i, j, parts[i].c[j]);
		for (int j = 0; j < 3; j++)
			OK(clReleaseMemObject(parts[i].buffers[j]));
	}
}

/*
 * One kernel object for all: the board chooses the unit, and the arguments are those at the
 * enqueue.
 */
static void any_unit(void **state)
{
	struct app app = app_open("vadd4.xclbin", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_kernel kernel = app_kernel(&app, "vadd");

	(void)state;
	create_parts(&app);
	for (int i = 0; i < PARTS; i++)
		enqueue_part(&app, kernel, &parts[i]);
	check_parts();
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

/* The vendor's "kernel:{unit}" names. */
static void named_units(void **state)
{
	struct app app = app_open("vadd4.xclbin", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_kernel kernels[UNITS];
	char name[32];

	(void)state;
	create_parts(&app);
	for (int i = 0; i < UNITS; i++) {
		snprintf(name, sizeof(name), "vadd:{vadd_%d}", i + 1);
		kernels[i] = app_kernel(&app, name);
	}
	for (int i = 0; i < PARTS; i++)
		enqueue_part(&app, kernels[i % UNITS], &parts[i]);
	check_parts();
	for (int i = 0; i < UNITS; i++)
		OK(clReleaseKernel(kernels[i]));
	app_close(&app);
}

static void unknown_unit(void **state)
{
	struct app app = app_open("vadd4.xclbin", 0);
	cl_int error = CL_SUCCESS;

	(void)state;
	assert_null(clCreateKernel(app.program, "vadd:{vadd_5}", &error));
	assert_int_equal(error, CL_INVALID_KERNEL_NAME);
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_unit),
		cmocka_unit_test(named_units),
		cmocka_unit_test(unknown_unit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
