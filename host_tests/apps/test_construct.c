/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Static constructors of an image run before its kernels. One that fails makes the image invalid;
 * host and board continue. Destructors run once. ctest sets FPGACL_TIMEOUT_S.
 */
#include "host_tests/apps/app.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards `heard` */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char heard[1024]; /* the context's last report; "": none yet */

static void CL_CALLBACK record_report(const char *text, const void *info, size_t size, void *user)
{
	(void)info;
	(void)size;
	(void)user;
	pthread_mutex_lock(&lock);
	snprintf(heard, sizeof(heard), "%s", text);
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static void expect_heard(const char *text)
{
	pthread_mutex_lock(&lock);
	while (!*heard)
		pthread_cond_wait(&changed, &lock);
	if (!strstr(heard, text))
		fail_msg("expected '%s' in '%s'", text, heard);
	*heard = '\0';
	pthread_mutex_unlock(&lock);
}

/* The kernel's result depends on each constructor having run exactly once, in order. */
static void run(struct app *app)
{
	cl_int sum = -1;
	cl_kernel kernel = app_kernel(app, "sum");
	cl_mem out = app_buffer(app, CL_MEM_WRITE_ONLY, sizeof(sum), NULL);

	app_set_buffers(kernel, 0, 1, &out);
	OK(clEnqueueTask(app->queue, kernel, 0, NULL, NULL));
	app_read_buffer(app, out, &sum, sizeof(sum));
	assert_int_equal(sum, 7 + 2 + 101);
	OK(clReleaseMemObject(out));
	OK(clReleaseKernel(kernel));
}

static void refuse(struct app *app, unsigned how, const char *text)
{
	char name[32];
	unsigned char *image;
	size_t size;
	cl_int status, error;

	snprintf(name, sizeof(name), "construct%u.xclbin", how);
	image = app_read(name, &size);
	assert_null(clCreateProgramWithBinary(app->context, 1, app->devices, &size,
					      (const unsigned char **)&image, &status, &error));
	assert_int_equal(error, CL_INVALID_BINARY);
	assert_int_equal(status, CL_INVALID_BINARY);
	expect_heard(text);
	free(image);
}

static void constructors(void **state)
{
	static const char *const reasons[] = {
		"threw std::runtime_error: no table 1000",
		"bad memory access",
		"abort()",
		"there is no code",
		"overflowed",
		"the kernel threw int",
#ifndef __SANITIZE_THREAD__ /* ThreadSanitizer delays the signal while a constructor runs */
		"FPGACL_TIMEOUT_S",
#endif
	};
	struct app app = app_open("construct0.xclbin", 0);
	cl_int error;

	(void)state;
	run(&app);
	OK(clReleaseCommandQueue(app.queue));
	OK(clReleaseProgram(app.program));
	OK(clReleaseContext(app.context));
	app.context = clCreateContext(NULL, 1, app.devices, record_report, NULL, &error);
	OK(error);
	for (unsigned i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		refuse(&app, i + 1, reasons[i]);
	OK(clReleaseContext(app.context));

	app = app_open("construct0.xclbin", 0);
	run(&app);
	app_close(&app);
}

/* A host that exits with or without its image loaded. */
static int end_host(bool releases)
{
	static struct app app; /* reachable at exit, so that unreleased objects do not count as
			        * leaks */

	app = app_open("construct0.xclbin", 0);
	run(&app);
	if (releases)
		app_close(&app);
	return 0;
}

static void destructors(void **state)
{
	(void)state;
	for (int releases = 0; releases < 2; releases++) {
		char path[] = "/tmp/fpgacl-ends-XXXXXX", found[8] = "";
		int fd = mkstemp(path), status;
		pid_t child;

		assert_true(fd >= 0);
		setenv("CONSTRUCT_ENDS", path, 1);
		child = fork();
		if (!child) {
			execl("/proc/self/exe", "construct", releases ? "releases" : "leaves",
			      NULL);
			_exit(1);
		}
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_int_equal(read(fd, found, sizeof(found) - 1), 1);
		assert_string_equal(found, "x");
		close(fd);
		unlink(path);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(constructors),
					   cmocka_unit_test(destructors)};

	if (argc > 1)
		return end_host(!strcmp(argv[1], "releases"));
	return cmocka_run_group_tests(tests, NULL, NULL);
}
