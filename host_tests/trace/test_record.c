/* SPDX-License-Identifier: Apache-2.0 */
/* Events of all threads and processes reach the file, however the process ends. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/trace/analysis/events.h"
#include "base/trace/file.h"
#include "base/trace/ring.h"
#include "base/trace/trace.h"
#include "host_tests/base/unit_test.h"
#include "host_tests/read_file.h"

static char path[] = "/tmp/fpgacl-record-XXXXXX";

static char *contents(size_t *ret_size)
{
	struct fcl_err err;
	char *bytes;

	assert_int_equal(fcl_file_read(path, SIZE_MAX, &bytes, ret_size, &err), 0);
	return bytes;
}

/* Whether the whole file is exactly one JSON value. */
static bool is_json(void)
{
	struct fcl_json json;
	size_t size;
	char *bytes = contents(&size);
	bool good;

	json = (struct fcl_json){.start = bytes, .at = bytes, .end = bytes + size};
	good = fcl_json_skip(&json) && fcl_json_peek(&json) == '\0' && json.at == json.end;
	free(bytes);
	return good;
}

/* The number of events with that name, from all processes. Each event is a line. */
static uint64_t count(const char *name)
{
	char text[64];

	snprintf(text, sizeof(text), "\"name\":\"%s\"", name);
	return lines_with(path, text);
}

/* How far the wall clock has been set ahead. */
static _Atomic time_t date_ahead_s;

int clock_gettime(clockid_t clock, struct timespec *time)
{
	int result = (int)syscall(SYS_clock_gettime, clock, time);

	if (!result && clock == CLOCK_REALTIME)
		time->tv_sec += date_ahead_s;
	return result;
}

static void write_file(const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

enum { THREADS = 4, EVENTS = 80000 }; /* more than a thread's ring holds */

static void *record_many(void *data)
{
	(void)data;
	for (int i = 0; i < EVENTS; i++)
		fcl_trace_call("clMany", fcl_now_ns());
	return NULL;
}

/* Threads with full rings wait and lose nothing, and threads that end leave nothing behind. */
static void no_event_is_lost(void **state)
{
	pthread_t threads[THREADS];

	(void)state;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, record_many, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	fcl_trace_flush();
	assert_int_equal(count("clMany"), THREADS * EVENTS);
	assert_true(is_json());
}

/* The child writes the events that it has recorded itself, once, and so does the parent. */
static void a_fork_doubles_nothing(void **state)
{
	int status;
	pid_t child;

	(void)state;
	write_file("");
	for (int i = 0; i < 10; i++)
		fcl_trace_call("clParent", fcl_now_ns());
	child = fork();
	if (!child) {
		for (int i = 0; i < 5; i++)
			fcl_trace_call("clChild", fcl_now_ns());
		fcl_trace_flush();
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	fcl_trace_flush();
	assert_int_equal(count("clParent"), 10);
	assert_int_equal(count("clChild"), 5);
	assert_true(is_json());
}

#define EVENT(name)                                                                                \
	"{\"ph\":\"X\",\"cat\":\"api\",\"name\":\"" name                                           \
	"\",\"pid\":1,\"tid\":1,\"ts\":1e12,\"dur\":1}"

enum { AGAIN = 64, PATTERN = 0x55 };

/* Runs after the destructor of the rings' key, because its key is newer. */
static void check_untouched(void *data)
{
	unsigned char **blocks = data;

	for (int i = 0; i < AGAIN; i++)
		for (size_t at = 0; at < sizeof(struct fcl_trace_ring); at++)
			if (blocks[i][at] != PATTERN)
				_exit(1);
	_exit(0);
}

/* The child reuses the memory of the rings. */
static void *fork_and_end(void *ret_child)
{
	static unsigned char *blocks[AGAIN];
	pthread_key_t key;
	pid_t child;

	fcl_trace_call("clParent", fcl_now_ns());
	pthread_key_create(&key, check_untouched);
	child = fork();
	if (child) {
		*(pid_t *)ret_child = child;
		return NULL;
	}
	for (int i = 0; i < AGAIN; i++) {
		/* Not calloc(), which does not return memory that was just freed. */
		blocks[i] = malloc(sizeof(struct fcl_trace_ring));
		memset(blocks[i], PATTERN, sizeof(struct fcl_trace_ring));
	}
	pthread_setspecific(key, blocks);
	return NULL;
}

/* A thread that forks also ends in the child, where its ring does not exist any more. */
static void a_thread_ends_in_a_child(void **state)
{
	pthread_t thread;
	pid_t child = 0;
	int status;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, fork_and_end, &child), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

static void do_nothing(int signal)
{
	(void)signal;
}

/* A process writes while another process holds the lock, and signals interrupt its calls. */
static void signals_lose_nothing(void **state)
{
	const struct itimerval often = {{0, 2000}, {0, 2000}}, never = {0};
	struct sigaction action = {.sa_handler = do_nothing}, old;
	int fd, status;
	pid_t child;

	(void)state;
	write_file("");
	fcl_trace_flush();
	fd = open(path, O_RDWR | O_CLOEXEC);
	assert_int_equal(flock(fd, LOCK_EX), 0);
	child = fork();
	if (!child) {
		/* All processes that have inherited the descriptor share the lock. */
		usleep(100000);
		_exit(flock(fd, LOCK_UN));
	}
	close(fd);
	sigaction(SIGALRM, &action, &old);
	setitimer(ITIMER_REAL, &often, NULL);
	fcl_trace_file_append(EVENT("clHeld"), strlen(EVENT("clHeld")));
	setitimer(ITIMER_REAL, &never, NULL);
	sigaction(SIGALRM, &old, NULL);
	/* A signal may also interrupt this call. */
	while (waitpid(child, &status, 0) != child)
		;
	assert_int_equal(status, 0);
	assert_int_equal(count("clHeld"), 1);
}

/*
 * If the wall clock were set back by an hour, a wait with an absolute time would take an hour
 * longer.
 */
static void a_changed_date_delays_nothing(void **state)
{
	(void)state;
	write_file("");
	date_ahead_s = 3600;
	for (int i = 0; i < 2; i++) {
		fcl_trace_call("clDated", fcl_now_ns());
		for (int waited = 0; count("clDated") <= (unsigned)i && waited < 10000; waited++)
			usleep(1000);
	}
	date_ahead_s = 0;
	assert_int_equal(count("clDated"), 2);
}

/* Two processes append to one file at once. */
static void processes_share_a_file(void **state)
{
	int status;
	pid_t child;

	(void)state;
	write_file("");
	child = fork();
	for (int i = 0; i < 200; i++) {
		fcl_trace_call(child ? "clOne" : "clOther", fcl_now_ns());
		fcl_trace_flush();
	}
	if (!child)
		_exit(0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(count("clOne") + count("clOther"), 400);
	assert_true(is_json());
}

/* Ends by itself if the test is killed first. It is slow enough for the file to stay small. */
_Noreturn static void record_until_killed(void)
{
	alarm(20);
	for (;;) {
		for (int i = 0; i < 20; i++)
			fcl_trace_call("clKilled", fcl_now_ns());
		usleep(1000);
	}
}

/* A process killed while it is recording leaves a file that can be read and appended to. */
static void a_killed_process_leaves_a_trace(void **state)
{
	pid_t child;
	int status;

	(void)state;
	write_file("");
	child = fork();
	if (!child)
		record_until_killed();
	while (access(path, R_OK) || !count("clKilled"))
		usleep(1000);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(count("clKilled") > 0);
	fcl_trace_call("clAfter", fcl_now_ns());
	fcl_trace_flush();
	assert_true(is_json());
	assert_int_equal(count("clAfter"), 1);
}

/* After a death in the middle of a write, whole lines stay, and the incomplete line is removed. */
static void a_broken_end_is_repaired(void **state)
{
	static const char *const files[] = {
		"[\n" EVENT("clOld") ",\n{\"ph\":\"X\",\"na",
		"[\n" EVENT("clOld") ",\n",
		"[\n" EVENT("clOld") "\n]\n",
		"[\n" EVENT("clOld"),
		"[" EVENT("clOld") "]",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		write_file(files[i]);
		assert_int_equal(count("clOld"), 1);
		fcl_trace_file_append(EVENT("clNew"), strlen(EVENT("clNew")));
		assert_true(is_json());
		assert_int_equal(count("clOld"), 1);
		assert_int_equal(count("clNew"), 1);
	}
}

/* A file that is not a trace may be the user's, and is left alone. */
static void another_file_is_left_alone(void **state)
{
	size_t size;
	char *bytes;

	(void)state;
	write_file("my only copy\n");
	fcl_trace_file_append(EVENT("clNew"), strlen(EVENT("clNew")));
	bytes = contents(&size);
	assert_string_equal(bytes, "my only copy\n");
	free(bytes);
}

/*
 * An arrow goes from the command that was waited for to the one that waited; times are preserved.
 */
static void commands_have_arrows(void **state)
{
	uint64_t first = fcl_trace_id(), second = fcl_trace_id();
	struct fcl_trace_command command = {
		.name = "one",
		.type = "TASK",
		.device = "u250",
		.id = first,
		.queue = 1,
		.queued_ns = 1000,
		.submit_ns = 2000,
		.start_ns = 3000,
		.end_ns = 9000,
	};
	struct fcl_trace_events events;
	struct fcl_err err;
	size_t size;
	char *bytes;

	(void)state;
	write_file("");
	fcl_trace_command(&command);
	command.name = "two";
	command.id = second;
	command.after = &first;
	command.nafter = 1;
	command.start_ns = 10000;
	command.end_ns = 20500;
	command.status = -5;
	fcl_trace_command(&command);
	fcl_trace_flush();
	bytes = contents(&size);
	assert_non_null(strstr(bytes, "\"ph\":\"s\",\"cat\":\"after\""));
	assert_non_null(strstr(bytes, "\"ph\":\"f\",\"cat\":\"after\""));
	assert_non_null(strstr(bytes, "\"ts\":10.000,\"dur\":10.500"));
	free(bytes);
	assert_int_equal(fcl_trace_events_read(&events, path, 0, &err), 0);
	assert_int_equal(events.count, 2);
	assert_int_equal(events.events[1].nafter, 1);
	assert_int_equal(events.events[1].after[0], first);
	assert_int_equal(events.events[1].status, -5);
	assert_true(events.events[1].queued == 1 && events.events[1].submitted == 2);
	fcl_trace_events_free(&events);
}

/* Texts that are longer than a record, or that JSON does not allow unescaped. */
static void texts_are_made_to_fit(void **state)
{
	struct fcl_trace_transfer transfer = {
		.device = "u250 \"\\\n\xff", .start_ns = 1, .end_ns = 2, .bytes = 77};
	char *text = malloc(100001);

	(void)state;
	write_file("");
	memset(text, 'x', 100000);
	text[100000] = '\0';
	transfer.bank = text;
	fcl_trace_transfer(&transfer);
	fcl_trace_fault("vadd", text);
	fcl_trace_flush();
	free(text);
	assert_true(is_json());
	assert_int_equal(count("host to board"), 1);
}

static int remove_file(void **state)
{
	(void)state;
	unlink(path);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_event_is_lost),
		cmocka_unit_test(a_fork_doubles_nothing),
		cmocka_unit_test(a_thread_ends_in_a_child),
		cmocka_unit_test(signals_lose_nothing),
		cmocka_unit_test(a_changed_date_delays_nothing),
		cmocka_unit_test(processes_share_a_file),
		cmocka_unit_test(a_killed_process_leaves_a_trace),
		cmocka_unit_test(a_broken_end_is_repaired),
		cmocka_unit_test(another_file_is_left_alone),
		cmocka_unit_test(commands_have_arrows),
		cmocka_unit_test(texts_are_made_to_fit),
	};
	int fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	setenv("FPGACL_TRACE", path, 1);
	fcl_trace_start();
	return cmocka_run_group_tests(tests, NULL, remove_file);
}
