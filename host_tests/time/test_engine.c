/* SPDX-License-Identifier: Apache-2.0 */
/* The time engine's rules one by one, and what it refuses. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>

#include "emulator/time/engine.h"
#include "host_tests/base/unit_test.h"

/* A time line with one clock, and names for what a test adds. */
struct line {
	struct fcl_time *time;
	uint32_t woken; /* how often wake() was called */
};

static void line_wake(void *owner)
{
	(*(uint32_t *)owner)++;
}

static void line_open(struct line *line, uint64_t period_ps, size_t ahead)
{
	const struct fcl_time_options options = {.wake = line_wake, .ahead = ahead};
	uint32_t number;
	line->woken = 0;
	assert_int_equal(fcl_time_create(&options, &line->time, NULL), 0);
	assert_int_equal(fcl_time_add_clock(line->time, &(struct fcl_time_clock){"clk", period_ps},
					    &number, NULL),
			 0);
}

static uint32_t line_process(struct line *line, const char *name)
{
	uint32_t number;
	const struct fcl_time_process process = {.name = name, .owner = &line->woken};
	assert_int_equal(fcl_time_add_process(line->time, &process, &number, NULL), 0);
	return number;
}

static uint32_t line_fifo(struct line *line, const char *name, uint64_t depth)
{
	uint32_t number;
	const struct fcl_time_channel channel = {name,          depth,         32,   1, 1,
						 FCL_TIME_NONE, FCL_TIME_NONE, false};
	assert_int_equal(fcl_time_add_channel(line->time, &channel, &number, NULL), 0);
	return number;
}

/* A port on a bank of its own. */
static uint32_t line_port(struct line *line, uint64_t latency_ps, uint32_t flying)
{
	uint32_t bank, number;
	const struct fcl_time_bank info = {.name = "DDR[0]", .latency_ps = latency_ps};
	assert_int_equal(fcl_time_add_bank(line->time, &info, &bank, NULL), 0);
	const struct fcl_time_port port = {"gmem", 0,      bank,         4, 16, 16,
					   flying, flying, FCL_TIME_NONE};
	assert_int_equal(fcl_time_add_port(line->time, &port, &number, NULL), 0);
	return number;
}

static int add(struct line *line, uint32_t process, uint32_t op, uint32_t object, uint64_t at,
	       uint64_t value, uint32_t step, struct fcl_err *err)
{
	const struct fcl_time_event event = {at, value, step, object, op, 0};
	return fcl_time_push(line->time, process, &event, 1, 0, err);
}

/* Adds an event that is fine. */
static void say(struct line *line, uint32_t process, uint32_t op, uint32_t object, uint64_t at,
		uint64_t value, uint32_t step)
{
	struct fcl_err err = {0};
	if (add(line, process, op, object, at, value, step, &err) < 0)
		fail_msg("%s", err.text);
}

static uint64_t last_cycle(struct line *line, uint32_t process)
{
	struct fcl_time_process_use use;
	assert_true(fcl_time_process_use(line->time, process, &use));
	return use.cycle;
}

static void end_all(struct line *line)
{
	struct fcl_time_process_use use;
	for (uint32_t i = 0; fcl_time_process_use(line->time, i, &use); i++)
		fcl_time_end(line->time, i, false);
}

/* Runs of 2^40 events take one record each, and no process waits in them. */
static void test_long_runs(void **state)
{
	(void)state;
	struct line line;
	line_open(&line, 1000, 0);
	uint32_t process = line_process(&line, "loop");
	const uint64_t trips = (uint64_t)1 << 40;
	say(&line, process, FCL_TIME_BEGIN, 0, 0, 7, 0);
	say(&line, process, FCL_TIME_END, 0, 3 + trips * 2, 7, 0);
	fcl_time_end(line.time, process, false);
	assert_true(fcl_time_is_done(line.time));
	assert_int_equal(last_cycle(&line, process), 3 + trips * 2);
	struct fcl_time_span span;
	assert_true(fcl_time_span(line.time, 0, &span));
	assert_int_equal(span.end - span.begin, 3 + trips * 2);
	fcl_time_destroy(line.time);
}

/* At 1 MHz, the time line of 2^63 ps ends after 2^43 cycles; at 1 GHz much later. */
static void test_end_of_time(void **state)
{
	(void)state;
	static const uint64_t periods[] = {1000000, 1000};
	for (unsigned i = 0; i < 2; i++) {
		struct line line;
		struct fcl_err err;
		line_open(&line, periods[i], 0);
		uint32_t process = line_process(&line, "loop");
		uint32_t fifo = line_fifo(&line, "f", 2);
		uint64_t limit = INT64_MAX / periods[i];
		limit = limit < FCL_TIME_MAX ? limit : FCL_TIME_MAX;
		assert_int_equal(add(&line, process, FCL_TIME_BEGIN, 0, limit, 0, 0, &err),
				 -EOVERFLOW);
		assert_non_null(strstr(err.text, "past cycle"));
		assert_int_equal(add(&line, process, FCL_TIME_WRITE, fifo, 1, limit, 1, &err),
				 -EOVERFLOW);
		assert_int_equal(
			add(&line, process, FCL_TIME_WRITE, fifo, 1, UINT64_MAX, UINT32_MAX, &err),
			-EOVERFLOW);
		say(&line, process, FCL_TIME_BEGIN, 0, limit - 1, 0, 0);
		/* A wait past the end is no wrong figure. */
		say(&line, process, FCL_TIME_NOT_BEFORE, 0, limit - 1, UINT64_MAX, 0);
		fcl_time_end(line.time, process, false);
		assert_int_equal(fcl_time_failure(line.time, &err), -EOVERFLOW);
		fcl_time_destroy(line.time);
	}
}

static void test_refused(void **state)
{
	(void)state;
	struct line line;
	struct fcl_err err;
	uint32_t number;
	line_open(&line, 1000, 0);
	static const uint64_t periods[] = {0, 1000000001};
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(fcl_time_add_clock(line.time,
						    &(struct fcl_time_clock){"c", periods[i]},
						    &number, &err),
				 -EINVAL);
	struct fcl_time_channel channel = {"f", 0, 32, 1, 1, FCL_TIME_NONE, FCL_TIME_NONE, false};
	assert_int_equal(fcl_time_add_channel(line.time, &channel, &number, &err), -EINVAL);
	assert_non_null(strstr(err.text, "`f`: its depth is 0"));
	channel.depth = 1;
	channel.writer = 0;
	assert_int_equal(fcl_time_add_channel(line.time, &channel, &number, &err), -EINVAL);
	assert_int_equal(fcl_time_add_process(line.time, &(struct fcl_time_process){.clock = 1},
					      &number, &err),
			 -EINVAL);
	uint32_t a = line_process(&line, "a"), b = line_process(&line, "b");
	uint32_t fifo = line_fifo(&line, "f", 2), port = line_port(&line, 0, 1);
	say(&line, a, FCL_TIME_WRITE, fifo, 0, 1, 0);
	assert_int_equal(add(&line, b, FCL_TIME_WRITE, fifo, 0, 1, 0, &err), -EINVAL);
	assert_non_null(strstr(err.text, "written by two processes: `a` and `b`"));
	assert_int_equal(add(&line, a, FCL_TIME_WRITE, fifo + 1, 0, 1, 0, &err), -EINVAL);
	assert_int_equal(add(&line, a, FCL_TIME_WRITE, fifo, 0, 0, 0, &err), -EINVAL);
	assert_int_equal(add(&line, a, FCL_TIME_WRITE, fifo, 0, 2, 0, &err), -EINVAL);
	assert_int_equal(add(&line, a, FCL_TIME_READ_REQUEST, port, 0, 0, 0, &err), -EINVAL);
	assert_int_equal(add(&line, a, FCL_TIME_READ_BEAT, port + 1, 0, 1, 0, &err), -EINVAL);
	assert_int_equal(add(&line, a, FCL_TIME_TRY_READ, fifo, 0, 0, 0, &err), -EINVAL);
	assert_int_equal(add(&line, a, 0, 0, 0, 0, 0, &err), -EINVAL);
	assert_int_equal(add(&line, 2, FCL_TIME_WRITE, fifo, 0, 1, 0, &err), -EINVAL);
	const struct fcl_time_port bad = {"p", 0, 0, 4, 257, 16, 1, 1, FCL_TIME_NONE};
	assert_int_equal(fcl_time_add_port(line.time, &bad, &number, &err), -EINVAL);
	assert_non_null(strstr(err.text, "256 beats, not 257"));
	fcl_time_destroy(line.time);
}

/* The report has each process and the one that it waits for, the first such cycle, and what is full or empty. */
static void test_deadlock(void **state)
{
	(void)state;
	struct line line;
	struct fcl_err err;
	line_open(&line, 1000, 0);
	uint32_t a = line_process(&line, "split"), b = line_process(&line, "join");
	uint32_t first = line_fifo(&line, "odd", 2), second = line_fifo(&line, "even", 4);
	say(&line, a, FCL_TIME_WRITE, first, 0, 3, 1);
	say(&line, a, FCL_TIME_WRITE, second, 3, 3, 1);
	say(&line, b, FCL_TIME_READ, second, 0, 3, 1);
	say(&line, b, FCL_TIME_READ, first, 3, 3, 1);
	assert_int_equal(fcl_time_failure(line.time, NULL), 0);
	end_all(&line);
	assert_int_equal(fcl_time_failure(line.time, &err), -EDEADLK);
	assert_non_null(strstr(err.text,
			       "`split` waits to write to `odd`, which is full with 2 elements, "
			       "since cycle 2"));
	assert_non_null(strstr(err.text,
			       "`join` waits to read from `even`, which is empty, since cycle 0"));
	assert_false(fcl_time_is_done(line.time));
	fcl_time_destroy(line.time);
}

/* A process that was stopped, or ended early, is named to whom waits for it. */
static void test_ended(void **state)
{
	(void)state;
	for (int failed = 0; failed < 2; failed++) {
		struct line line;
		struct fcl_err err;
		line_open(&line, 1000, 0);
		uint32_t a = line_process(&line, "source"), b = line_process(&line, "sink");
		uint32_t fifo = line_fifo(&line, "f", 2);
		say(&line, a, FCL_TIME_WRITE, fifo, 0, 2, 1);
		say(&line, b, FCL_TIME_READ, fifo, 0, 3, 1);
		fcl_time_end(line.time, b, false);
		assert_int_equal(fcl_time_failure(line.time, &err), 0);
		fcl_time_end(line.time, a, failed);
		assert_int_equal(fcl_time_failure(line.time, &err), -EDEADLK);
		assert_non_null(
			strstr(err.text, failed ? "`source` was stopped" : "`source` has ended"));
		assert_int_equal(last_cycle(&line, b), 2);
		fcl_time_destroy(line.time);
	}
}

/* Code that is far ahead of time waits until another process has caught up. */
static void test_ahead(void **state)
{
	(void)state;
	struct line line;
	line_open(&line, 1000, 8);
	uint32_t a = line_process(&line, "source"), b = line_process(&line, "sink");
	uint32_t fifo = line_fifo(&line, "f", 2);
	int ahead = 0;
	uint64_t written = 0;
	for (; !ahead && written < 100; written++) {
		/* A record holds two of them at most. */
		const struct fcl_time_event event = {written * written, 1, 0, fifo,
						     FCL_TIME_WRITE,    0};
		ahead = fcl_time_push(line.time, a, &event, 1, event.at + 1, NULL);
	}
	assert_int_equal(ahead, 1);
	assert_in_range(written, 9, 20);
	assert_int_equal(line.woken, 0);
	const struct fcl_time_event reads = {0, written, 1, fifo, FCL_TIME_READ, 0};
	assert_int_equal(fcl_time_push(line.time, b, &reads, 1, 1000, NULL), 0);
	assert_int_equal(line.woken, 1);
	assert_int_equal(fcl_time_push(line.time, a, NULL, 0, 0, NULL), 0);
	fcl_time_destroy(line.time);
}

/* Code that waits for an element goes on when its event was said, whatever its time. */
static void test_wait(void **state)
{
	(void)state;
	struct line line;
	line_open(&line, 1000, 0);
	uint32_t a = line_process(&line, "source"), b = line_process(&line, "sink");
	uint32_t fifo = line_fifo(&line, "f", 2);
	assert_int_equal(fcl_time_wait(line.time, b, fifo, 1, NULL), 0);
	say(&line, a, FCL_TIME_WRITE, fifo, 10, 1, 0);
	assert_int_equal(line.woken, 0);
	say(&line, a, FCL_TIME_WRITE, fifo, 1000000, 1, 0);
	assert_int_equal(line.woken, 1);
	assert_int_equal(fcl_time_wait(line.time, b, fifo, 1, NULL), 1);
	/* Two that wait for each other are a deadlock of their code. */
	uint32_t back = line_fifo(&line, "back", 2);
	struct fcl_err err;
	say(&line, b, FCL_TIME_WRITE, back, 0, 1, 0);
	assert_int_equal(fcl_time_wait(line.time, b, fifo, 2, NULL), 0);
	assert_int_equal(fcl_time_wait(line.time, a, back, 0, NULL), 1);
	assert_int_equal(fcl_time_wait(line.time, a, back, 1, &err), -EDEADLK);
	assert_non_null(strstr(err.text, "`source` waits for an element of `back`"));
	fcl_time_destroy(line.time);
}

static int ask(struct line *line, uint32_t process, uint32_t op, uint32_t object, uint64_t at,
	       uint64_t *ret_answer)
{
	const struct fcl_time_event question = {at, 0, 0, object, op, 0};
	return fcl_time_ask(line->time, process, &question, ret_answer, NULL);
}

/* So it does for one that was written if there was room. */
static void test_wait_for_try(void **state)
{
	(void)state;
	struct line line;
	uint64_t answer = 99;
	line_open(&line, 1000, 0);
	uint32_t a = line_process(&line, "source"), b = line_process(&line, "sink");
	uint32_t fifo = line_fifo(&line, "f", 1);
	assert_int_equal(fcl_time_wait(line.time, b, fifo, 0, NULL), 0);
	assert_int_equal(ask(&line, a, FCL_TIME_TRY_WRITE, fifo, 3, &answer), 1);
	assert_int_equal(answer, 1);
	assert_int_equal(line.woken, 1);
	assert_int_equal(fcl_time_wait(line.time, b, fifo, 0, NULL), 1);
	/* Whether there is room again depends on code that now runs. */
	assert_int_equal(ask(&line, a, FCL_TIME_TRY_WRITE, fifo, 7, &answer), 0);
	say(&line, b, FCL_TIME_READ, fifo, 4, 1, 0);
	fcl_time_end(line.time, b, false);
	assert_int_equal(fcl_time_answer(line.time, a, &answer, NULL), 1);
	assert_int_equal(answer, 1);
	fcl_time_destroy(line.time);
}

/* A question waits until nobody can change its answer, and no longer. */
static void test_questions(void **state)
{
	(void)state;
	struct line line;
	uint64_t answer = 99;
	line_open(&line, 1000, 0);
	uint32_t a = line_process(&line, "source"), b = line_process(&line, "poller");
	uint32_t fifo = line_fifo(&line, "f", 2);
	assert_int_equal(ask(&line, b, FCL_TIME_TRY_READ, fifo, 5, &answer), 0);
	/* At cycle 5, what was written in cycle 4 is there; in cycle 5 it is not. */
	assert_int_equal(fcl_time_push(line.time, a, NULL, 0, 4, NULL), 0);
	assert_int_equal(fcl_time_answer(line.time, b, &answer, NULL), 0);
	assert_int_equal(fcl_time_push(line.time, a, NULL, 0, 6, NULL), 0);
	assert_int_equal(line.woken, 1);
	assert_int_equal(fcl_time_answer(line.time, b, &answer, NULL), 1);
	assert_int_equal(answer, 0);
	say(&line, a, FCL_TIME_WRITE, fifo, 8, 1, 0);
	assert_int_equal(fcl_time_push(line.time, a, NULL, 0, 9, NULL), 0);
	assert_int_equal(ask(&line, b, FCL_TIME_FILLED, fifo, 8, &answer), 1);
	assert_int_equal(answer, 0);
	assert_int_equal(ask(&line, b, FCL_TIME_TRY_READ, fifo, 9, &answer), 1);
	assert_int_equal(answer, 1);
	/* The next one is not known: the code of `source` runs on. */
	assert_int_equal(ask(&line, b, FCL_TIME_TRY_READ, fifo, 30, &answer), 0);
	fcl_time_end(line.time, a, false);
	assert_int_equal(fcl_time_answer(line.time, b, &answer, NULL), 1);
	assert_int_equal(answer, 0);
	assert_int_equal(ask(&line, b, FCL_TIME_NOW, 0, 31, &answer), 1);
	assert_int_equal(answer, 31);
	fcl_time_destroy(line.time);
}

/* What comes behind a question in its cycle happens after it, however it was said. */
static void test_same_cycle(void **state)
{
	(void)state;
	struct line line;
	uint64_t answer;
	line_open(&line, 1000, 0);
	uint32_t a = line_process(&line, "a"), b = line_process(&line, "b");
	uint32_t in = line_fifo(&line, "in", 1), out = line_fifo(&line, "out", 1);
	say(&line, b, FCL_TIME_READ, out, 0, 1, 0);
	fcl_time_push(line.time, b, NULL, 0, 100, NULL);
	assert_int_equal(ask(&line, a, FCL_TIME_TRY_READ, in, 0, &answer), 1);
	say(&line, a, FCL_TIME_WRITE, out, 0, 3, 2);
	assert_int_equal(ask(&line, a, FCL_TIME_TRY_WRITE, out, 3, &answer), 1);
	assert_int_equal(answer, 0);
	say(&line, b, FCL_TIME_READ, out, 50, 2, 1);
	end_all(&line);
	/* The one place is freed in cycles 1 and 51, as the reader waited for a cycle. */
	assert_int_equal(last_cycle(&line, a), 52);
	fcl_time_destroy(line.time);
}

/* A unit that was idle does not go back behind what has been decided. */
static void test_idle(void **state)
{
	(void)state;
	struct line line;
	uint64_t answer;
	line_open(&line, 1000, 0);
	uint32_t unit = line_process(&line, "unit"), poller = line_process(&line, "poller");
	uint32_t fifo = line_fifo(&line, "f", 2);
	fcl_time_idle(line.time, unit);
	assert_int_equal(ask(&line, poller, FCL_TIME_TRY_READ, fifo, 20, &answer), 1);
	say(&line, unit, FCL_TIME_NOT_BEFORE, 0, 0, 7000, 0);
	say(&line, unit, FCL_TIME_WRITE, fifo, 1, 1, 0);
	fcl_time_end(line.time, unit, false);
	assert_int_equal(last_cycle(&line, unit), 21);
	fcl_time_destroy(line.time);
}

/* Who runs for ever is in nobody's deadlock, and keeps nothing from being done. */
static void test_free_running(void **state)
{
	(void)state;
	struct line line;
	uint32_t relay;
	line_open(&line, 1000, 0);
	uint32_t source = line_process(&line, "source"), sink = line_process(&line, "sink");
	const struct fcl_time_process info = {.name = "relay", .free_running = true};
	assert_int_equal(fcl_time_add_process(line.time, &info, &relay, NULL), 0);
	uint32_t in = line_fifo(&line, "in", 2), out = line_fifo(&line, "out", 2);
	say(&line, source, FCL_TIME_WRITE, in, 0, 10, 1);
	say(&line, relay, FCL_TIME_READ, in, 0, 1000000, 1);
	say(&line, relay, FCL_TIME_WRITE, out, 1, 1000000, 1);
	say(&line, sink, FCL_TIME_READ, out, 0, 9, 1);
	end_all(&line);
	assert_int_equal(fcl_time_failure(line.time, NULL), 0);
	assert_true(fcl_time_is_done(line.time));
	assert_int_equal(last_cycle(&line, source), 9);
	/* Its last write waits for its next read, as the pipeline stalls: nine come out. */
	assert_int_equal(last_cycle(&line, sink), 11);
	fcl_time_destroy(line.time);
}

/* A process whose code is on a thread of its own. */
struct threaded {
	struct line line;
	uint32_t process, fifo;
	pthread_mutex_t lock;
	pthread_cond_t woken;
	bool may_go;
	uint64_t found; /* the sum of the cycles in which something was there */
};

static void threaded_wake(void *owner)
{
	struct threaded *threaded = owner;
	pthread_mutex_lock(&threaded->lock);
	threaded->may_go = true;
	pthread_cond_signal(&threaded->woken);
	pthread_mutex_unlock(&threaded->lock);
}

static void *threaded_poll(void *data)
{
	struct threaded *threaded = data;
	for (uint64_t at = 0; at < 3000; at++) {
		uint64_t answer;
		int result = ask(&threaded->line, threaded->process, FCL_TIME_TRY_READ,
				 threaded->fifo, at, &answer);
		while (!result) {
			pthread_mutex_lock(&threaded->lock);
			while (!threaded->may_go)
				pthread_cond_wait(&threaded->woken, &threaded->lock);
			threaded->may_go = false;
			pthread_mutex_unlock(&threaded->lock);
			result = fcl_time_answer(threaded->line.time, threaded->process, &answer,
						 NULL);
		}
		if (result == 1 && answer)
			threaded->found += at;
	}
	fcl_time_end(threaded->line.time, threaded->process, false);
	return NULL;
}

/* What a poll finds is decided on the time line, however the threads run. */
static void test_threads(void **state)
{
	(void)state;
	for (int round = 0; round < 5; round++) {
		struct threaded threaded = {.lock = PTHREAD_MUTEX_INITIALIZER,
					    .woken = PTHREAD_COND_INITIALIZER};
		struct line *line = &threaded.line;
		const struct fcl_time_options options = {.wake = threaded_wake};
		uint32_t number;
		pthread_t thread;
		assert_int_equal(fcl_time_create(&options, &line->time, NULL), 0);
		assert_int_equal(fcl_time_add_clock(line->time,
						    &(struct fcl_time_clock){"clk", 1000}, &number,
						    NULL),
				 0);
		const struct fcl_time_process poller = {.name = "poller", .owner = &threaded};
		const struct fcl_time_process source = {.name = "source", .owner = &threaded};
		assert_int_equal(fcl_time_add_process(line->time, &poller, &threaded.process, NULL),
				 0);
		assert_int_equal(fcl_time_add_process(line->time, &source, &number, NULL), 0);
		threaded.fifo = line_fifo(line, "f", 4);
		assert_int_equal(pthread_create(&thread, NULL, threaded_poll, &threaded), 0);
		/* Every seventh cycle from 5 on; each is found in the next. */
		uint64_t expected = 0;
		for (uint64_t i = 0; i < 400; i++) {
			const struct fcl_time_event event = {5 + 7 * i,      1, 0, threaded.fifo,
							     FCL_TIME_WRITE, 0};
			assert_int_equal(
				fcl_time_push(line->time, number, &event, 1, event.at + 1, NULL),
				0);
			expected += 6 + 7 * i;
		}
		fcl_time_end(line->time, number, false);
		pthread_join(thread, NULL);
		assert_int_equal(threaded.found, expected);
		assert_true(fcl_time_is_done(line->time));
		fcl_time_destroy(line->time);
	}
}

/* Beats come after the bank's latency, in bursts of which one can be in flight. */
static void test_memory(void **state)
{
	(void)state;
	struct line line;
	line_open(&line, 1000, 0);
	uint32_t process = line_process(&line, "load"), port = line_port(&line, 50000, 1);
	say(&line, process, FCL_TIME_READ_REQUEST, port, 0, 0, 32);
	say(&line, process, FCL_TIME_READ_BEAT, port, 1, 32, 1);
	fcl_time_end(line.time, process, false);
	/*
	 * The first burst goes out in cycle 1; its 16 beats move in cycles 51 to 66 and are taken in 52 to
	 * 67. The second one goes out in 68, moves from 118 to 133, and its last beat is taken in 134.
	 */
	assert_int_equal(last_cycle(&line, process), 134);
	struct fcl_time_port_use use;
	assert_true(fcl_time_port_use(line.time, port, &use));
	assert_int_equal(use.read_bursts, 2);
	assert_int_equal(use.read_requests, 1);
	assert_int_equal(use.read_beats, 32);
	assert_int_equal(use.waited, 134 - 32);
	fcl_time_destroy(line.time);
}

/* A beat that nobody requested is a deadlock, not a figure. */
static void test_memory_without_request(void **state)
{
	(void)state;
	struct line line;
	struct fcl_err err;
	line_open(&line, 1000, 0);
	uint32_t process = line_process(&line, "load"), port = line_port(&line, 50000, 1);
	say(&line, process, FCL_TIME_READ_BEAT, port, 1, 1, 0);
	fcl_time_end(line.time, process, false);
	assert_int_equal(fcl_time_failure(line.time, &err), -EDEADLK);
	assert_non_null(strstr(err.text, "`load` waits for port `gmem`"));
	fcl_time_destroy(line.time);
}

/* Two beats of one state, of which the first ends its request; without a second request, a deadlock. */
static void test_two_beats(void **state)
{
	(void)state;
	for (unsigned requests = 1; requests <= 2; requests++) {
		struct line line;
		line_open(&line, 1000, 0);
		uint32_t process = line_process(&line, "store"), port = line_port(&line, 50000, 4);
		for (unsigned i = 0; i < requests; i++)
			say(&line, process, FCL_TIME_WRITE_REQUEST, port, 0, 4096 * i, 1);
		for (unsigned i = 0; i < 2; i++)
			say(&line, process, FCL_TIME_WRITE_BEAT, port, 5, 1, 0);
		for (unsigned i = 0; i < requests; i++)
			say(&line, process, FCL_TIME_RESPONSE, port, 10, 1, 0);
		fcl_time_end(line.time, process, false);
		assert_int_equal(fcl_time_failure(line.time, NULL), requests == 2 ? 0 : -EDEADLK);
		struct fcl_time_port_use use;
		assert_true(fcl_time_port_use(line.time, port, &use));
		assert_int_equal(use.write_bursts, requests == 2 ? 2 : 0);
		fcl_time_destroy(line.time);
	}
}

/* How full a FIFO was, on the average too, and who waited for whom. */
static void test_figures(void **state)
{
	(void)state;
	struct line line;
	line_open(&line, 1000, 0);
	uint32_t a = line_process(&line, "source"), b = line_process(&line, "sink");
	uint32_t fifo = line_fifo(&line, "f", 3);
	say(&line, a, FCL_TIME_WRITE, fifo, 0, 5, 1);
	say(&line, b, FCL_TIME_READ, fifo, 10, 5, 2);
	end_all(&line);
	struct fcl_time_channel_use use;
	struct fcl_time_process_use source, sink;
	assert_true(fcl_time_channel_use(line.time, fifo, &use));
	assert_true(fcl_time_process_use(line.time, a, &source));
	assert_true(fcl_time_process_use(line.time, b, &sink));
	/* Written in 0, 1, 2, 11, 13; read in 10, 12, 14, 16, 18. */
	assert_int_equal(source.cycle, 13);
	assert_int_equal(source.waited, 9);
	assert_int_equal(source.waited_full, 9);
	assert_int_equal(sink.waited, 0);
	assert_int_equal(use.most, 3);
	assert_int_equal(use.writer_waited, 9);
	assert_int_equal(use.reader_waited, 0);
	assert_int_equal(use.written, 5);
	assert_true(use.average > 43 / 18.0 - 1e-9 && use.average < 43 / 18.0 + 1e-9);
	fcl_time_destroy(line.time);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_long_runs),
		cmocka_unit_test(test_end_of_time),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_deadlock),
		cmocka_unit_test(test_ended),
		cmocka_unit_test(test_ahead),
		cmocka_unit_test(test_wait),
		cmocka_unit_test(test_questions),
		cmocka_unit_test(test_wait_for_try),
		cmocka_unit_test(test_same_cycle),
		cmocka_unit_test(test_idle),
		cmocka_unit_test(test_free_running),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_memory_without_request),
		cmocka_unit_test(test_two_beats),
		cmocka_unit_test(test_figures),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
