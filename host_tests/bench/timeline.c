/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cost of an event on the time line, in ns: elements through a chain of four processes, whose
 * events come as runs, as single ones of pipelined loops, and at irregular cycles. And what it takes
 * to answer other depths of FIFOs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "emulator/time/recorded.h"

enum { STAGES = 4, ELEMENTS = 1 << 20, BATCH = 256, ROUNDS = 5 };

/* How the events of a stage come. */
enum shape { RUNS, SINGLE, IRREGULAR };

/* Of this process on its processor: the engine never waits. */
static uint64_t now_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void fail(const struct fcl_err *err)
{
	fprintf(stderr, "%s\n", err->text);
	exit(1);
}

static struct fcl_time *chain(uint64_t depth, bool record)
{
	struct fcl_time *time;
	struct fcl_err err = {0};
	uint32_t number;
	const struct fcl_time_channel channel = {"f",           depth,         32,   1, 1,
						 FCL_TIME_NONE, FCL_TIME_NONE, false};
	int error = fcl_time_create(&(struct fcl_time_options){.record = record}, &time, &err);
	if (!error)
		error = fcl_time_add_clock(time, &(struct fcl_time_clock){"clk", 3333}, &number,
					   &err);
	for (int i = 0; i < STAGES && !error; i++)
		error = fcl_time_add_process(time, &(struct fcl_time_process){.name = "stage"},
					     &number, &err);
	for (int i = 0; i < STAGES && !error; i++)
		error = fcl_time_add_channel(time, &channel, &number, &err);
	if (error)
		fail(&err);
	return time;
}

/* The stage's reads of the FIFO before it and its writes to the one behind, `from` to `to`. */
static void stage(struct fcl_time *time, uint32_t number, enum shape shape, uint64_t from,
		  uint64_t to)
{
	struct fcl_time_event events[BATCH];
	size_t count = 0;
	struct fcl_err err;
	for (uint64_t i = from; i < to; i++) {
		uint64_t run = shape == RUNS ? to - from : 1;
		uint64_t gap = shape == IRREGULAR ? (i * i) % 3 + 3 * i : i;
		if (number)
			events[count++] = (struct fcl_time_event){gap,        run,           1,
								  number - 1, FCL_TIME_READ, 0};
		if (number < STAGES - 1)
			events[count++] = (struct fcl_time_event){gap + 12,       run, 1, number,
								  FCL_TIME_WRITE, 0};
		if (run > 1)
			i = to - 1;
		if ((count > BATCH - 2 || i + 1 == to) &&
		    fcl_time_push(time, number, events, count, gap + 1, &err) < 0)
			fail(&err);
		if (count > BATCH - 2)
			count = 0;
	}
}

/* Nanoseconds per event; native code takes turns of 4096 iterations, as a limit ahead makes it. */
static double measure(enum shape shape, uint64_t depth)
{
	double best = 1e9;
	for (int round = 0; round < ROUNDS; round++) {
		struct fcl_time *time = chain(depth, false);
		uint64_t start = now_ns();
		uint64_t turn = shape == RUNS ? ELEMENTS : 4096;
		for (uint64_t from = 0; from < ELEMENTS; from += turn)
			for (uint32_t i = 0; i < STAGES; i++)
				stage(time, i, shape, from, from + turn);
		for (uint32_t i = 0; i < STAGES; i++)
			fcl_time_end(time, i, false);
		double took = (double)(now_ns() - start) / ((2.0 * STAGES - 2) * ELEMENTS);
		if (!fcl_time_is_done(time)) {
			fprintf(stderr, "not all events happened\n");
			exit(1);
		}
		fcl_time_destroy(time);
		best = took < best ? took : best;
	}
	return best;
}

/* A time line with one process that reads and writes a bank through a port each. */
static struct fcl_time *copy_line(void)
{
	struct fcl_time *time;
	struct fcl_err err = {0};
	uint32_t number;
	const struct fcl_time_bank bank = {.name = "DDR", .latency_ps = 200000, .megabytes = 19200};
	const struct fcl_time_port port = {"gmem", 0, 0, 4, 16, 16, 16, 16, FCL_TIME_NONE};
	int error = fcl_time_create(&(struct fcl_time_options){0}, &time, &err);
	if (!error)
		error = fcl_time_add_clock(time, &(struct fcl_time_clock){"clk", 3333}, &number,
					   &err);
	if (!error)
		error = fcl_time_add_process(time, &(struct fcl_time_process){.name = "copy"},
					     &number, &err);
	if (!error)
		error = fcl_time_add_bank(time, &bank, &number, &err);
	for (int i = 0; i < 2 && !error; i++)
		error = fcl_time_add_port(time, &port, &number, &err);
	if (error)
		fail(&err);
	return time;
}

/* One request each for all beats, or a request for each beat that is read. */
static void copy(struct fcl_time *time, bool gather)
{
	struct fcl_time_event events[BATCH];
	struct fcl_err err;
	size_t count = 0;
	events[count++] = (struct fcl_time_event){0, 1 << 30, ELEMENTS, 1, FCL_TIME_WRITE_REQUEST,
						  0};
	if (!gather)
		events[count++] = (struct fcl_time_event){0, 0, ELEMENTS, 0, FCL_TIME_READ_REQUEST,
							  0};
	for (uint64_t i = 0; gather && i < ELEMENTS; i++) {
		events[count++] = (struct fcl_time_event){i, i * i % (1 << 28) * 4, 1,
							  0, FCL_TIME_READ_REQUEST, 0};
		if (count == BATCH - 1 && fcl_time_push(time, 0, events, count, 0, &err) < 0)
			fail(&err);
		count %= BATCH - 1;
	}
	events[count++] = (struct fcl_time_event){72, ELEMENTS, 1, 0, FCL_TIME_READ_BEAT, 0};
	if (fcl_time_push(time, 0, events, count, 0, &err) < 0)
		fail(&err);
	events[0] = (struct fcl_time_event){75, ELEMENTS, 1, 1, FCL_TIME_WRITE_BEAT, 0};
	events[1] = (struct fcl_time_event){76 + ELEMENTS, 1, 0, 1, FCL_TIME_RESPONSE, 0};
	if (fcl_time_push(time, 0, events, 2, 0, &err) < 0)
		fail(&err);
	fcl_time_end(time, 0, false);
}

static double measure_copy(bool gather)
{
	double best = 1e9;
	for (int round = 0; round < ROUNDS; round++) {
		struct fcl_time *time = copy_line();
		uint64_t start = now_ns();
		copy(time, gather);
		double took = (double)(now_ns() - start) / ELEMENTS;
		if (!fcl_time_is_done(time)) {
			fprintf(stderr, "not all beats moved\n");
			exit(1);
		}
		fcl_time_destroy(time);
		best = took < best ? took : best;
	}
	return best;
}

/* Milliseconds for other depths of a recorded run of 1 M events. */
static double measure_again(enum shape shape)
{
	const uint64_t depths[STAGES] = {7, 11, 3, 0}, elements = 1000000 / (2 * STAGES - 2);
	struct fcl_time *recording = chain(64, true), *time;
	struct fcl_time_outcome outcome;
	struct fcl_err err;
	double best = 1e9;
	for (uint32_t i = 0; i < STAGES; i++) {
		stage(recording, i, shape, 0, elements);
		fcl_time_end(recording, i, false);
	}
	if (fcl_time_repeat(recording, &time, &err))
		fail(&err);
	for (int round = 0; round < ROUNDS; round++) {
		uint64_t start = now_ns();
		if (fcl_time_again(time, depths, &outcome, &err))
			fail(&err);
		double took = (double)(now_ns() - start) / 1e6;
		best = took < best ? took : best;
	}
	fcl_time_destroy(time);
	fcl_time_destroy(recording);
	return best;
}

int main(void)
{
	static const struct {
		const char *name;
		enum shape shape;
		uint64_t depth;
	} rows[] = {{"time: runs, depth 64", RUNS, 64},
		    {"time: runs, depth 2", RUNS, 2},
		    {"time: single events, depth 64", SINGLE, 64},
		    {"time: single events, depth 2", SINGLE, 2},
		    {"time: irregular, depth 64", IRREGULAR, 64}};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		printf("%s\tns\t%.1f\n", rows[i].name, measure(rows[i].shape, rows[i].depth));
	}
	printf("time: an element copied in bursts\tns\t%.1f\n", measure_copy(false));
	printf("time: an element gathered\tns\t%.1f\n", measure_copy(true));
	printf("time: other depths, 1 M events\tms\t%.1f\n", measure_again(SINGLE));
	printf("time: the same, irregular\tms\t%.1f\n", measure_again(IRREGULAR));
	return 0;
}
