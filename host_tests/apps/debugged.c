/* SPDX-License-Identifier: Apache-2.0 */
/*
 * debugged IMAGE [again|fork]: a host to be debugged with gdb. Runs the kernel `vadd` once; with
 * `again`, after printing "running", until its standard input ends; with `fork`, in a child, while
 * the parent has the platform open and waits. Exits with 0 if the results are right.
 */
#include "host_tests/apps/app.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 4096, PAUSE_MS = 20 };

static bool run_once(struct app *app)
{
	static cl_int a[COUNT], b[COUNT], c[COUNT];
	cl_kernel kernel = app_kernel(app, "vadd");
	cl_mem buffers[3];
	bool right = true;

	app_numbers(a, COUNT, 1);
	app_numbers(b, COUNT, 2);
	buffers[0] = app_buffer(app, CL_MEM_COPY_HOST_PTR, sizeof(a), a);
	buffers[1] = app_buffer(app, CL_MEM_COPY_HOST_PTR, sizeof(b), b);
	buffers[2] = app_buffer(app, CL_MEM_READ_WRITE, sizeof(c), NULL);
	app_set_buffers(kernel, 0, 3, buffers);
	app_set_int(kernel, 3, COUNT);
	OK(clEnqueueTask(app->queue, kernel, 0, NULL, NULL));
	app_read_buffer(app, buffers[2], c, sizeof(c));
	for (int i = 0; i < COUNT; i++)
		right &= c[i] == a[i] + b[i];
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseKernel(kernel));
	return right;
}

static int run(const char *image, bool again)
{
	struct app app = app_open(image, 0);
	struct pollfd input = {STDIN_FILENO, POLLIN, 0};
	bool right = run_once(&app);

	if (again) {
		puts("running");
		fflush(stdout);
	}
	while (again && right && !poll(&input, 1, PAUSE_MS))
		right = run_once(&app);
	app_close(&app);
	puts(right ? "right" : "WRONG");
	return !right;
}

static int run_in_child(const char *image)
{
	cl_platform_id platform;
	int status = 1;
	cl_uint count;
	pid_t child;

	OK(clGetPlatformIDs(1, &platform, &count));
	child = fork();
	if (!child)
		exit(run(image, false));
	return waitpid(child, &status, 0) != child || status;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 2 ? argv[2] : "";

	if (argc < 2)
		return 2;
	return strcmp(mode, "fork") ? run(argv[1], !strcmp(mode, "again")) : run_in_child(argv[1]);
}
