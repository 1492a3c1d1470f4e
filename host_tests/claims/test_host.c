/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels do not affect the host process: not through functions that it exports, and not on its
 * standard output and standard error.
 */
#include "claims.h"

#include <fcntl.h>
#include <unistd.h>

/* A payload must not bind to these: this program exports its symbols. */
static int host_calls;
int host_abs(int value) __asm__("abs");
int host_atoi(const char *text) __asm__("atoi");

int host_abs(int value)
{
	host_calls++;
	return value - 1000;
}

int host_atoi(const char *text)
{
	(void)text;
	host_calls++;
	return -1000;
}

static void run(const char *name, cl_int value, cl_int out[2])
{
	struct app app = app_open(CLAIMS_IMAGE("host.xclbin"), 0);
	cl_kernel kernel = app_kernel(&app, name);
	cl_mem buffer = app_buffer(&app, CL_MEM_WRITE_ONLY, 2 * sizeof(cl_int), NULL);

	app_set_buffers(kernel, 0, 1, &buffer);
	app_set_int(kernel, 1, value);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	app_read_buffer(&app, buffer, out, 2 * sizeof(cl_int));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

/* A payload binds to the C library's functions, not to the host program's. */
static void own_library(void **state)
{
	cl_int out[2] = {0};

	(void)state;
	run("borrow", -5, out);
	assert_int_equal(out[0], 5);
	assert_int_equal(out[1], 77);
	assert_int_equal(host_calls, 0);
}

/* Meanwhile, standard output and standard error go to a file; returns its size at the end. */
static off_t run_caught(const char *name, cl_int value, cl_int out[2])
{
	char path[] = "/tmp/fpgacl-claims-XXXXXX";
	int file = mkstemp(path), saved[2] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
	off_t size;

	assert_true(file >= 0 && saved[0] >= 0 && saved[1] >= 0);
	fflush(NULL);
	dup2(file, STDOUT_FILENO);
	dup2(file, STDERR_FILENO);
	run(name, value, out);
	fflush(NULL);
	dup2(saved[0], STDOUT_FILENO);
	dup2(saved[1], STDERR_FILENO);
	size = lseek(file, 0, SEEK_END);
	close(saved[0]);
	close(saved[1]);
	close(file);
	unlink(path);
	return size;
}

static void console(void **state)
{
	static const char *const lines[] = {
		": perror: No such file or directory\n",
		": dprintf 9\n",
		": write\n",
		": writev in two parts\n",
		": fputs_unlocked\n",
		": !\n",
		": cout 9\n",
	};
	cl_int out[2] = {0};
	char *log;

	(void)state;
	claims_log_start();
	assert_int_equal(run_caught("shout", 9, out), 0);
	assert_int_equal(out[0], 6);
	assert_int_equal(out[1], 20);
	log = claims_log_read();
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		assert_int_equal(claims_count(log, lines[i]), 1);
	free(log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_library),
		cmocka_unit_test(console),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
