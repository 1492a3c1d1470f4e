/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that would damage a host: on a board process they affect neither the host nor the board.
 * Runs next to a board process with FPGACL_DEVICES=board:NAME.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host_tests/apps/app.h"
#include "tools/board/executor.h"

enum { CALLS = 1024 }; /* integers in a kernel's buffer */

/* `ret_out` receives the first integer of the kernel's buffer. */
static cl_int run_on(struct app *app, const char *name, cl_int what, cl_mem out, cl_int *ret_out)
{
	cl_kernel kernel = app_kernel(app, name);
	cl_int status = 1;
	cl_event event;

	app_set_buffers(kernel, 0, 1, &out);
	app_set_int(kernel, 1, what);
	OK(clEnqueueTask(app->queue, kernel, 0, NULL, &event));
	clWaitForEvents(1, &event);
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	if (!status && ret_out)
		OK(clEnqueueReadBuffer(app->queue, out, CL_TRUE, 0, sizeof(*ret_out), ret_out, 0,
				       NULL, NULL));
	clReleaseEvent(event);
	clReleaseKernel(kernel);
	return status;
}

static cl_int run(struct app *app, const char *name, cl_int what, cl_int *ret_out)
{
	cl_mem out = app_buffer(app, CL_MEM_READ_WRITE, CALLS * sizeof(cl_int), NULL);
	cl_int status = run_on(app, name, what, out, ret_out);

	clReleaseMemObject(out);
	return status;
}

static bool has_landlock(void)
{
	return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
}

/* Every call is refused, and the kernel continues. */
static void refused(void **state)
{
	static const cl_int writing[] = {O_WRONLY, O_RDWR, O_WRONLY | O_APPEND};
	struct app app = app_open("wild.xclbin", 0);
	cl_int answer = 0;

	(void)state;
	OK(run(&app, "ask", 0, &answer));
	assert_int_equal(answer, 1);
	for (cl_int what = 1; what <= 9; what++) {
		OK(run(&app, "ask", what, &answer));
		if (answer != -EPERM)
			fail_msg("call %d: %d", what, answer);
	}
	for (cl_int what = 0; what <= 12; what++) {
		OK(run(&app, "circumvent", what, &answer));
		if (answer != -EPERM)
			fail_msg("way round %d: %d", what, answer);
	}
	for (cl_int what = 0; what <= 10; what++) {
		OK(run(&app, "talk", what, &answer));
		if (answer != -EPERM)
			fail_msg("talk %d: %d", what, answer);
	}
	/* Refused by Landlock or, on systems without it, by the filter. */
	for (size_t i = 0; i < sizeof(writing) / sizeof(writing[0]); i++) {
		OK(run(&app, "write_to", writing[i], &answer));
		if (answer != (has_landlock() ? -EACCES : -EPERM))
			fail_msg("open with %#x: %d", (unsigned)writing[i], answer);
	}
	assert_int_not_equal(access("/tmp/fpgacl-written-by-a-kernel", F_OK), 0);
	app_close(&app);
}

/*
 * The calls that executors need, whatever their arguments, and those that pass with arguments of
 * -1.
 */
static const int permitted[] = {SYS_futex,
				SYS_sched_yield,
				SYS_clock_nanosleep,
				SYS_nanosleep,
				SYS_clock_gettime,
				SYS_mmap,
				SYS_munmap,
				SYS_mprotect,
				SYS_mremap,
				SYS_madvise,
				SYS_brk,
				SYS_read,
				SYS_readv,
				SYS_pread64,
				SYS_preadv,
				SYS_pwrite64,
				SYS_pwritev,
				SYS_lseek,
				SYS_fstat,
				SYS_newfstatat,
				SYS_readlinkat,
				SYS_ftruncate,
				SYS_flock,
				SYS_fallocate,
				SYS_memfd_create,
				SYS_ppoll,
				SYS_epoll_create1,
				SYS_epoll_ctl,
				SYS_epoll_pwait,
				SYS_eventfd2,
				SYS_exit,
				SYS_exit_group,
				SYS_gettid,
				SYS_getpid,
				SYS_getppid,
				SYS_getuid,
				SYS_geteuid,
				SYS_getgid,
				SYS_getegid,
				SYS_set_robust_list,
				SYS_rseq,
				SYS_getcpu,
				SYS_sched_getaffinity,
				SYS_set_tid_address,
				SYS_rt_sigaction,
				SYS_rt_sigprocmask,
				SYS_rt_sigreturn,
				SYS_rt_sigtimedwait,
				SYS_sigaltstack,
				SYS_timer_create,
				SYS_restart_syscall,
				SYS_timer_settime,
				SYS_timer_gettime,
				SYS_timer_delete,
				SYS_timer_getoverrun,
				SYS_clock_getres,
				SYS_gettimeofday,
				SYS_getrusage,
				SYS_times,
				SYS_sysinfo,
				SYS_uname,
				SYS_getrandom,
				SYS_poll,
				SYS_epoll_wait,
				SYS_readlink,
				SYS_time,
				SYS_close,
				SYS_dup3,
				SYS_clone};

/*
 * These end the thread or the process even with wrong arguments. The last two, uretprobe() and
 * uprobe(), raise SIGILL; Linux lets them through any filter.
 */
static const int final[] = {SYS_exit, SYS_exit_group, SYS_rt_sigreturn, 335, 336};

static bool is_in(const int *list, size_t count, int number)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == number)
			return true;
	return false;
}

static void check_answer(int number, cl_int answer)
{
	bool expected = is_in(permitted, sizeof(permitted) / sizeof(*permitted), number);
	/* The C library makes other calls in place of those that do not exist. */
	cl_int refusal = number == SYS_clone3 || number == SYS_openat2 ? -ENOSYS : -EPERM;

	if (expected == (answer == refusal))
		fail_msg("call %d: %d, expected %s", number, answer,
			 expected ? "anything else" : "EPERM");
}

/* Tries every call, also those of the x32 ABI, and numbers that no Linux has yet. */
static void every_call(void **state)
{
	static const int firsts[] = {0, 0x40000000};
	struct app app = app_open("wild.xclbin", 0);
	static cl_int answers[CALLS];

	(void)state;
	for (size_t i = 0; i < sizeof(firsts) / sizeof(*firsts); i++) {
		cl_mem out = app_buffer(&app, CL_MEM_READ_WRITE, sizeof(answers), NULL);

		for (int n = 0; n < CALLS; n++)
			answers[n] = is_in(final, sizeof(final) / sizeof(*final), firsts[i] + n);
		OK(clEnqueueWriteBuffer(app.queue, out, CL_TRUE, 0, sizeof(answers), answers, 0,
					NULL, NULL));
		OK(run_on(&app, "every", firsts[i], out, NULL));
		OK(clEnqueueReadBuffer(app.queue, out, CL_TRUE, 0, sizeof(answers), answers, 0,
				       NULL, NULL));
		for (int n = 0; n < CALLS; n++)
			if (answers[n] != 1 || !is_in(final, sizeof(final) / sizeof(*final), n))
				check_answer(firsts[i] + n, answers[n]);
		clReleaseMemObject(out);
	}
	app_close(&app);
}

/* Secrets of the machine, and of the user who started the board process. */
static void cannot_read(void **state)
{
	struct app app = app_open("wild.xclbin", 0);
	cl_int answer = 0;

	(void)state;
	OK(run(&app, "look", -1, &answer));
	assert_int_equal(answer, 0);
	for (cl_int what = 0; has_landlock() && what <= 6; what++) {
		OK(run(&app, "look", what, &answer));
		if (answer != -EACCES)
			fail_msg("file %d: %d", what, answer);
	}
	OK(run(&app, "look", 7, &answer));
	assert_true(answer >= 0);
	app_close(&app);
}

static unsigned namespace_of_host(const char *link)
{
	char name[64] = "";
	unsigned number = 0;

	assert_true(readlink(link, name, sizeof(name) - 1) > 0);
	assert_int_equal(sscanf(name, "%*[^0-9]%u", &number), 1);
	return number;
}

static bool can_have_namespaces(void)
{
	int status = -1;
	pid_t child = fork();

	if (!child)
		_exit(unshare(CLONE_NEWUSER | CLONE_NEWIPC | CLONE_NEWNET) != 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	return !status;
}

/* Kernels run in their own namespaces if the system permits it. */
static void own_namespaces(void **state)
{
	static const char *const links[] = {"/proc/self/ns/user", "/proc/self/ns/net"};
	struct app app = app_open("wild.xclbin", 0);
	bool expected = can_have_namespaces();

	(void)state;
	for (cl_int what = 0; what < 2; what++) {
		unsigned host = namespace_of_host(links[what]);
		cl_int answer = 0;

		OK(run(&app, "where", what, &answer));
		assert_int_not_equal(answer, 0);
		assert_int_equal((unsigned)answer != host, expected);
	}
	app_close(&app);
}

/* The host learns of it, instead of waiting forever. */
static void rings(void **state)
{
	static const cl_int values[] = {0, -1, 1, 0x40404040};
	cl_int answer = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		struct app app = app_open("wild.xclbin", 0);

		/* A ring with a few entries behind it, so that no value is the right one. */
		for (int k = 0; k < 3; k++)
			OK(run(&app, "ask", 0, &answer));
		alarm(60);
		assert_true(run(&app, "scribble", values[i], NULL) < 0);
		alarm(0);
		app_close(&app);
	}
}

/* Runs in its own process: 0 if the host learns of it. */
static int jam(size_t lock)
{
	struct app app = app_open("wild.xclbin", 0);
	cl_int offset = (cl_int)(lock - offsetof(struct fcl_bd_executor, shared)), answer = 0;
	cl_int status;

	alarm(120);
	status = run(&app, "jam", offset, &answer);
	/* A lock that only others need hangs the launches that follow. */
	for (int i = 0; !status && i < 3; i++)
		status = run(&app, "ask", 0, &answer);
	alarm(0);
	return status < 0 ? 0 : 1;
}

/* The executor would wait for itself forever, and the host for the executor. */
static void locks(void **state)
{
	static const size_t offsets[] = {offsetof(struct fcl_bd_executor, end_lock),
					 offsetof(struct fcl_bd_executor, table_lock),
					 offsetof(struct fcl_bd_executor, turn_lock),
					 offsetof(struct fcl_bd_executor, serve_lock)};
	enum { COUNT = sizeof(offsets) / sizeof(*offsets) };
	pid_t children[COUNT];

	(void)state;
	for (size_t i = 0; i < COUNT; i++) {
		children[i] = fork();
		if (!children[i])
			_exit(jam(offsets[i]));
	}
	for (size_t i = 0; i < COUNT; i++) {
		int status = -1;

		assert_int_equal(waitpid(children[i], &status, 0), children[i]);
		if (status)
			fail_msg("lock %zu: status %#x", i, status);
	}
}

/* They would leave none for other processes. */
static void threads(void **state)
{
	struct app app = app_open("wild.xclbin", 0);

	(void)state;
	alarm(60);
	assert_true(run(&app, "multiply", 600, NULL) < 0);
	alarm(0);
	app_close(&app);
}

/*
 * Runs in its own process. Returns 0 if the host saw an error, 1 if the kernel ended without one.
 */
static int ruin(cl_int what)
{
	struct app app = app_open("wild.xclbin", 0);
	cl_bool available = CL_TRUE;
	cl_int status = run(&app, "ruin", what, NULL);

	OK(clGetDeviceInfo(app.devices[0], CL_DEVICE_AVAILABLE, sizeof(available), &available,
			   NULL));
	return status < 0 ? available != CL_FALSE : 2;
}

static void host_goes_on(void **state)
{
	struct app app;
	cl_int answer = 0;

	(void)state;
	for (cl_int what = 0; what <= 5; what++) {
		int status = -1;
		pid_t child = fork();

		if (!child)
			_exit(ruin(what));
		assert_int_equal(waitpid(child, &status, 0), child);
		/* Without sockets a launch may succeed, and it may end before a signal arrives. */
		if (!WIFEXITED(status) || (WEXITSTATUS(status) && what != 2 && what < 4))
			fail_msg("ruin %d: status %#x", what, status);
	}
	app = app_open("wild.xclbin", 0);
	OK(run(&app, "ask", 0, &answer));
	assert_int_equal(answer, 1);
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refused),      cmocka_unit_test(every_call),
		cmocka_unit_test(cannot_read),  cmocka_unit_test(own_namespaces),
		cmocka_unit_test(host_goes_on), cmocka_unit_test(locks),
		cmocka_unit_test(rings),        cmocka_unit_test(threads)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
