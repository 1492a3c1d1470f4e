/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boards that were gone or broken, and that the same host uses again. Run with `gone` or `broken`,
 * the devices' faults in CMakeLists.txt cause it; with the path of fpgacl, signals to a board
 * process do.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host_tests/runtime/host.h"

enum { COUNT = 64, ROUNDS = 4, TRIES = 3000, THREADS = 4 };

static const char *how;
static char folder[] = "/tmp/fpgacl-return.XXXXXX";
static pid_t process;
static struct host host;

static bool by_signals(void)
{
	return strchr(how, '/');
}

/* Each fault layer of `broken` breaks the board once, and each test has one layer. */
static int rounds(void)
{
	return strcmp(how, "broken") ? ROUNDS : 1;
}

static void pause_ms(long ms)
{
	nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

static bool is_available(void)
{
	cl_bool available = CL_FALSE;

	OK(clGetDeviceInfo(host.devices[0], CL_DEVICE_AVAILABLE, sizeof(available), &available,
			   NULL));
	return available;
}

static void start_board(void)
{
	char path[100];

	process = fork();
	if (!process) {
		execl(how, how, "board", "start", "emu:u250", "--name", "r", "--foreground",
		      (char *)NULL);
		_exit(127);
	}
	snprintf(path, sizeof(path), "%s/fpgacl/r.sock", folder);
	for (int i = 0; i < TRIES && access(path, F_OK); i++)
		pause_ms(10);
	assert_int_equal(access(path, F_OK), 0);
}

static void kill_board(void)
{
	char path[100];

	assert_int_equal(kill(process, SIGKILL), 0);
	assert_int_equal(waitpid(process, NULL, 0), process);
	snprintf(path, sizeof(path), "%s/fpgacl/r.sock", folder);
	unlink(path);
}

/* Kills the process that runs this host's kernels, a child of the board process. */
static void kill_executor(void)
{
	char path[100], pid[20] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)process, (int)process);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%19s", pid), 1);
	fclose(file);
	assert_int_equal(kill((pid_t)atoi(pid), SIGKILL), 0);
}

/* --- a host's use of the board ---------------------------------------------------------------- */

struct use {
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	cl_kernel kernel;
	cl_mem buffer;
};

static cl_int try_context(cl_context *ret_context)
{
	cl_int status;

	*ret_context = clCreateContext(NULL, 1, host.devices, NULL, NULL, &status);
	return status;
}

static void use_open(struct use *use)
{
	cl_int zeros[COUNT] = {0}, status = CL_DEVICE_NOT_AVAILABLE;

	for (int i = 0; i < TRIES && status == CL_DEVICE_NOT_AVAILABLE; i++) {
		status = try_context(&use->context);
		if (status)
			pause_ms(10);
	}
	OK(status);
	host.context = use->context;
	use->queue = host_queue(&host, 0, 0);
	use->program = host_program(&host, 0, "basic.xclbin");
	use->kernel = host_kernel(use->program, "bump");
	use->buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(zeros), zeros);
	host_args(use->kernel, use->buffer, 2, COUNT, 1);
}

static void use_close(struct use *use)
{
	OK(clReleaseMemObject(use->buffer));
	OK(clReleaseKernel(use->kernel));
	OK(clReleaseProgram(use->program));
	OK(clReleaseCommandQueue(use->queue));
	OK(clReleaseContext(use->context));
}

/* Launches and waits. Returns the status of the launch, or the error of the call. */
static cl_int use_launch(struct use *use)
{
	cl_event event;
	cl_int status = clEnqueueTask(use->queue, use->kernel, 0, NULL, &event);

	if (status)
		return status;
	clWaitForEvents(1, &event);
	status = host_status(event);
	OK(clReleaseEvent(event));
	return status;
}

static cl_int use_read(struct use *use, cl_int got[COUNT])
{
	return clEnqueueReadBuffer(use->queue, use->buffer, CL_TRUE, 0, COUNT * sizeof(cl_int), got,
				   0, NULL, NULL);
}

static void check_works(struct use *use)
{
	cl_int got[COUNT];

	OK(use_launch(use));
	OK(use_launch(use));
	OK(use_read(use, got));
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(got[i], 2);
	OK(use_launch(use));
}

/* --- tests ------------------------------------------------------------------------------------ */

static void until_lost(struct use *use, void (*lose)(void))
{
	cl_int status = CL_SUCCESS;

	if (lose)
		lose();
	for (int i = 0; i < TRIES && status == CL_SUCCESS; i++)
		status = use_launch(use);
	assert_int_not_equal(status, CL_SUCCESS);
}

/*
 * While an object of the old context is alive, nothing replaces what the context had on the board.
 */
static void check_old_is_lost(struct use *use)
{
	cl_context other;
	cl_int got[COUNT];

	assert_false(is_available());
	assert_int_equal(try_context(&other), CL_DEVICE_NOT_AVAILABLE);
	assert_int_not_equal(use_launch(use), CL_SUCCESS);
	assert_int_not_equal(use_read(use, got), CL_SUCCESS);
}

static void comes_back(void (*lose)(void), void (*restore)(void))
{
	for (int round = 0; round < rounds(); round++) {
		struct use use;

		use_open(&use);
		check_works(&use);
		until_lost(&use, lose);
		if (restore)
			restore();
		else
			pause_ms(150);
		check_old_is_lost(&use);
		use_close(&use);
	}
	for (int i = 0; i < TRIES && !is_available(); i++)
		pause_ms(10);
	assert_true(is_available());
}

static void board_comes_back(void **state)
{
	(void)state;
	comes_back(by_signals() ? kill_board : NULL, by_signals() ? start_board : NULL);
}

static void executor_comes_back(void **state)
{
	(void)state;
	if (!by_signals())
		skip();
	comes_back(kill_executor, NULL);
}

static atomic_bool over;

static void *ask(void *data)
{
	cl_context context;
	char name[200];

	(void)data;
	while (!atomic_load(&over)) {
		is_available();
		OK(clGetDeviceInfo(host.devices[0], CL_DEVICE_NAME, sizeof(name), name, NULL));
		if (try_context(&context) == CL_SUCCESS)
			OK(clReleaseContext(context));
	}
	return NULL;
}

/* Other threads query the device and create contexts while the board vanishes and returns. */
static void others_ask_meanwhile(void **state)
{
	pthread_t threads[THREADS];

	(void)state;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, ask, NULL), 0);
	for (int round = 0; round < rounds(); round++) {
		struct use use;

		use_open(&use);
		until_lost(&use, by_signals() ? kill_board : NULL);
		use_close(&use);
		if (by_signals())
			start_board();
	}
	atomic_store(&over, true);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
}

static int open_host(void **state)
{
	(void)state;
	if (by_signals()) {
		if (!mkdtemp(folder) || setenv("XDG_RUNTIME_DIR", folder, 1))
			return -1;
		start_board();
	}
	host_open(&host);
	OK(clReleaseContext(host.context));
	return 0;
}

static int close_host(void **state)
{
	char path[100];

	(void)state;
	if (!by_signals())
		return 0;
	kill_board();
	snprintf(path, sizeof(path), "%s/fpgacl", folder);
	return rmdir(path) || rmdir(folder);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(board_comes_back),
		cmocka_unit_test(executor_comes_back),
		cmocka_unit_test(others_ask_meanwhile),
	};

	if (argc != 2)
		return 2;
	how = argv[1];
	return cmocka_run_group_tests(tests, open_host, close_host);
}
