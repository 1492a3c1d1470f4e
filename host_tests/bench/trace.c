/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cost of recording a trace event, for the recording thread, compared with reading the clock
 * twice.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/trace/trace.h"

enum { ROUNDS = 101, BURST = 4000 };

static int by_value(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;

	return (one > other) - (one < other);
}

static void nothing(uint64_t start)
{
	volatile uint64_t end = fcl_now_ns();

	(void)start, (void)end;
}

static void call(uint64_t start)
{
	fcl_trace_call("clEnqueueTask", start);
}

static void execution(uint64_t start)
{
	fcl_trace_execution(&(struct fcl_trace_execution){.device = "u250 0000:20:00.1",
							  .kernel = "vadd",
							  .cu = "vadd:vadd_1",
							  .start_ns = start,
							  .end_ns = fcl_now_ns()});
}

static void command(uint64_t start)
{
	static uint64_t last;

	fcl_trace_command(&(struct fcl_trace_command){.name = "vadd",
						      .type = "TASK",
						      .device = "u250 0000:20:00.1",
						      .id = ++last,
						      .queue = 1,
						      .queued_ns = start,
						      .start_ns = start,
						      .end_ns = fcl_now_ns(),
						      .after = &start,
						      .nafter = 1});
}

/* Nanoseconds per event: the median of bursts that fit in a thread's ring. */
static double measure(void (*record)(uint64_t start))
{
	double took[ROUNDS];

	for (int round = 0; round < ROUNDS; round++) {
		uint64_t start = fcl_now_ns();

		for (int i = 0; i < BURST; i++)
			record(fcl_now_ns());
		took[round] = (double)(fcl_now_ns() - start) / BURST;
		fcl_trace_flush();
	}
	qsort(took, ROUNDS, sizeof(took[0]), by_value);
	return took[ROUNDS / 2];
}

int main(void)
{
	static const struct {
		const char *name;
		void (*record)(uint64_t start);
	} rows[] = {{"the clock, twice", nothing},
		    {"trace a call", call},
		    {"trace an execution", execution},
		    {"trace a command", command}};
	char path[] = "/tmp/fpgacl-trace-bench-XXXXXX";
	int fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	setenv("FPGACL_TRACE", path, 1);
	fcl_trace_start();
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		printf("%s\tns\t%.1f\n", rows[i].name, measure(rows[i].record));
	unlink(path);
	return 0;
}
