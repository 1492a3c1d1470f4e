/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hosts with signal handlers of their own, installed after an image has been loaded: kernels' faults
 * end their executions, and the host's own faults get to its handler, as the host has installed it.
 * Each case is a process of its own.
 */
#include "host_tests/apps/app.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 3 };

static volatile sig_atomic_t calls;
static sigjmp_buf after;
static struct sigaction found; /* what the host's handler has replaced */
static volatile int zero;

static void require(bool condition, int line)
{
	if (condition)
		return;
	fprintf(stderr, "test_handlers.c:%d\n", line);
	_exit(1);
}
#define REQUIRE(condition) require((condition), __LINE__)

/* --- the host's own faults --- */

static void read_nothing(void)
{
	int *volatile nowhere = NULL;

	zero = *nowhere;
}

static void raise_segv(void)
{
	raise(SIGSEGV);
}

static void divide(void)
{
	volatile int dividend = 1;

	zero = dividend / zero;
}

static void trap(void)
{
#ifdef __x86_64__
	__asm__ volatile("ud2");
#else
	raise(SIGILL);
#endif
}

/* --- the host's handlers --- */

static void jump(int number)
{
	calls++;
	siglongjmp(after, number);
}

static void check_and_jump(int number, siginfo_t *info, void *context)
{
	sigset_t mask;

	REQUIRE(context && info->si_signo == number);
	pthread_sigmask(SIG_BLOCK, NULL, &mask);
	REQUIRE(sigismember(&mask, SIGUSR1) == 1 && sigismember(&mask, number) == 1);
	jump(number);
}

/* As Python's faulthandler: it restores what it found, and raises the signal in the handler. */
static void restore_and_raise(int number)
{
	REQUIRE(!calls++);
	sigaction(number, &found, NULL);
	raise(number);
}

/* As crash reporters that let the fault happen again. */
static void restore_and_return(int number)
{
	REQUIRE(!calls++);
	sigaction(number, &found, NULL);
}

static void call_the_one_before(int number, siginfo_t *info, void *context)
{
	REQUIRE(!calls++);
	if (found.sa_flags & SA_SIGINFO) {
		found.sa_sigaction(number, info, context);
		return;
	}
	sigaction(number, &found, NULL);
}

/* --- the cases --- */

struct host {
	int number;
	int flags;
	void (*handler)(int);
	void (*action)(int, siginfo_t *, void *); /* instead of `handler` */
	void (*fault)(void);
	bool dies;  /* by the signal */
	bool early; /* installed before the image is loaded, too */
};

static void install(const struct host *host)
{
	struct sigaction action = {.sa_flags = host->flags};

	sigemptyset(&action.sa_mask);
	sigaddset(&action.sa_mask, SIGUSR1);
	if (host->action)
		action.sa_sigaction = host->action;
	else
		action.sa_handler = host->handler;
	sigaction(host->number, &action, &found);
}

static cl_int run_kernel(struct app *app, cl_kernel kernel, cl_mem buffer, cl_int value)
{
	cl_int status = 1;
	cl_event event;

	app_set_buffers(kernel, 0, 1, &buffer);
	app_set_int(kernel, 1, value);
	OK(clEnqueueTask(app->queue, kernel, 0, NULL, &event));
	clFinish(app->queue);
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	OK(clReleaseEvent(event));
	return status;
}

static void run_host(const struct host *host)
{
	static char stack[64 * 1024];
	const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof(stack)};
	struct app app;
	cl_kernel good, bad;
	cl_mem buffer;

	for (int number = SIGHUP; number < SIGTERM; number++) /* the test framework's handlers */
		signal(number, SIG_DFL);
	alarm(120); /* a fault that is passed in a circle ends here, with another signal */
	if (host->early)
		install(host);
	app = app_open("trouble.xclbin", 0);
	good = app_kernel(&app, "work");
	bad = app_kernel(&app, host->number == SIGFPE ? "dump" : "segfault");
	buffer = app_buffer(&app, CL_MEM_READ_WRITE, 4096, NULL);
	for (int round = 0; round < ROUNDS; round++) {
		REQUIRE(run_kernel(&app, good, buffer, 1) == CL_COMPLETE);
		if (host->flags & SA_ONSTACK)
			sigaltstack(&alternate, NULL);
		install(host);
		REQUIRE(run_kernel(&app, bad, buffer, 1) < 0);
		REQUIRE(!calls);
		if (!sigsetjmp(after, 1))
			host->fault();
		REQUIRE(calls == 1 && !host->dies);
		calls = 0;
		REQUIRE(run_kernel(&app, bad, buffer, 1) < 0);
		REQUIRE(!calls);
	}
	_exit(0);
}

static void expect(const struct host *host, int index)
{
	pid_t child = fork();
	int status = -1;

	if (!child)
		run_host(host);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (host->dies ? !WIFSIGNALED(status) || WTERMSIG(status) != host->number : status != 0)
		fail_msg("host %d ended with 0x%x", index, (unsigned)status);
}

static void all_hosts(void **state)
{
	static const struct host hosts[] = {
		{SIGSEGV, 0, jump, NULL, read_nothing, false, false},
		{SIGSEGV, 0, jump, NULL, read_nothing, false, true},
		{SIGSEGV, SA_ONSTACK, jump, NULL, read_nothing, false, false},
		{SIGSEGV, SA_RESETHAND, jump, NULL, raise_segv, false, false},
		{SIGSEGV, SA_SIGINFO | SA_ONSTACK, NULL, check_and_jump, read_nothing, false,
		 false},
		{SIGFPE, SA_SIGINFO, NULL, check_and_jump, divide, false, false},
		{SIGILL, 0, jump, NULL, trap, false, false},
		{SIGABRT, 0, jump, NULL, abort, false, false},
		{SIGSEGV, SA_NODEFER, restore_and_raise, NULL, read_nothing, true, false},
		{SIGSEGV, 0, restore_and_raise, NULL, raise_segv, true, false},
		{SIGSEGV, 0, restore_and_return, NULL, read_nothing, true, false},
		{SIGSEGV, SA_SIGINFO, NULL, call_the_one_before, read_nothing, true, false},
		{SIGSEGV, SA_ONSTACK | SA_SIGINFO, NULL, call_the_one_before, raise_segv, true,
		 false},
		{SIGSEGV, 0, SIG_DFL, NULL, read_nothing, true, false},
		{SIGSEGV, 0, SIG_DFL, NULL, raise_segv, true, false},
		{SIGABRT, 0, SIG_DFL, NULL, abort, true, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++)
		expect(&hosts[i], (int)i);
}

/* The allocator's lock is held, so the host ends; without a log, too, it says which kernel did it. */
static void host_says_why_it_ends(void **state)
{
	struct app app;
	FILE *said;
	char text[4096] = "";
	int status = -1;
	pid_t child;

	(void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	skip(); /* their allocators report it, and end the host, in their own way */
#endif
	said = tmpfile();
	assert_non_null(said);
	child = fork();
	if (!child) {
		dup2(fileno(said), STDERR_FILENO);
		unsetenv("FPGACL_LOG");
		signal(SIGABRT, SIG_DFL);
		app = app_open("trouble.xclbin", 0);
		run_kernel(&app, app_kernel(&app, "dump"),
			   app_buffer(&app, CL_MEM_READ_WRITE, 4096, NULL), 9);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	assert_true(pread(fileno(said), text, sizeof(text) - 1, 0) > 0);
	if (!strstr(text, "fpgacl: dump:dump_1: the kernel's code raised signal 6"))
		fail_msg("%s", text);
	fclose(said);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(all_hosts),
					   cmocka_unit_test(host_says_why_it_ends)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
