/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels compiled with --check=memory: each access outside the launch's buffers is an error with
 * its source location, what it did, and by how much it missed.
 */
#include "claims.h"

enum { WORDS = 1024 }; /* of each buffer: they fill their pages, and are adjacent on the board */

static const struct check {
	const char *kernel;
	cl_long at;
	const char *cause; /* NULL: the kernel is right */
} checks[] = {
	{"put", WORDS - 1, NULL},
	{"put", WORDS, "checked.cpp:9:10: wrote 4 bytes at offset 4096 of argument 'out'"},
	{"put", WORDS + 16, "wrote 4 bytes at offset 4160 of argument 'out'"},
	{"put", 2 * WORDS, "wrote 4 bytes at offset 8192 of argument 'out'"},
	{"put", -1, "wrote 4 bytes at offset -4 of argument 'out'"},
	{"put", -WORDS, "wrote 4 bytes at offset -4096 of argument 'out'"},
	{"put", 1 << 18, "wrote 4 bytes at offset 1048576 of argument 'out'"},
	{"put", (1 << 28) - 1, "wrote 4 bytes at offset 1073741820 of argument 'out'"},
	{"put", -(1 << 28), "wrote 4 bytes at offset -1073741824 of argument 'out'"},
	{"get", WORDS - 1, NULL},
	{"get", WORDS, "checked.cpp:14:11: read 4 bytes at offset 4096 of argument 'in'"},
	{"get", -1, "read 4 bytes at offset -4 of argument 'in', a buffer of 4096 bytes"},
	{"get", 2 * WORDS, "read 4 bytes at offset 8192 of argument 'in'"},
	{"copy", 4 * WORDS, NULL},
	{"copy", 4 * WORDS + 1, "checked.cpp:19:2: read 4097 bytes at offset 0 of argument 'in'"},
	{"own", 15, NULL},
	{"own", 16, "checked.cpp:28:11: an index outside of the array"},
	{"own", -1, "an index outside of the array"},
	{"item_put", WORDS - 1, NULL},
	{"item_put", WORDS, "checked.cl:10:10: wrote 4 bytes at offset 4096 of argument 'out'"},
	{"item_put", -1, "wrote 4 bytes at offset -4 of argument 'out'"},
	{"item_get", WORDS / 4 - 1, NULL},
	{"item_get", WORDS / 4, "checked.cl:15:11: read 16 bytes at offset 4096 of argument 'in'"},
	{"item_row", 169, NULL},
	{"item_row", 170, "checked.cl:24:11: read 24 bytes at offset 4080 of argument 'in'"},
	{"item_add", WORDS - 1, NULL},
	{"item_add", WORDS, "wrote 4 bytes at offset 4096 of argument 'out'"},
	{"item_load", WORDS / 4 - 1, NULL},
	{"item_load", WORDS / 4, "bytes at offset 4096 of argument 'in'"},
};

static cl_int run(struct app *app, const struct check *check)
{
	cl_kernel kernel = app_kernel(app, check->kernel);
	cl_int zeros[WORDS] = {0}, status = 1;
	cl_mem buffers[3];
	cl_event event;

	for (int i = 0; i < 3; i++)
		buffers[i] = app_buffer(app, CL_MEM_COPY_HOST_PTR, sizeof(zeros), zeros);
	app_set_buffers(kernel, 0, 2, buffers);
	OK(clSetKernelArg(kernel, 2, sizeof(check->at), &check->at));
	OK(clEnqueueTask(app->queue, kernel, 0, NULL, &event));
	clFinish(app->queue);
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	OK(clReleaseEvent(event));
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseKernel(kernel));
	return status;
}

static void misses(const char *image, bool items)
{
	struct app app = app_open(image, 0);

	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		const struct check *check = &checks[i];
		cl_int status;
		char *log;

		if (!strncmp(check->kernel, "item_", 5) != items)
			continue;
		claims_log_start();
		status = run(&app, check);
		log = claims_log_read();
		if (check->cause ? status >= 0 || !strstr(log, check->cause)
				 : status != CL_COMPLETE)
			fail_msg("%s at %ld: expected %s; the status is %d, the log: %s",
				 check->kernel, (long)check->at,
				 check->cause ? check->cause : "success", status, log);
		free(log);
	}
	app_close(&app);
}

static void functions(void **state)
{
	(void)state;
	misses(CLAIMS_IMAGE("checked.xclbin"), false);
}

static void items(void **state)
{
	(void)state;
	misses(CLAIMS_IMAGE("checked_items.xclbin"), true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions),
		cmocka_unit_test(items),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
