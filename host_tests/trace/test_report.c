/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers of a report, for traces small enough to be added up by hand. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/trace/analysis/analyse.h"
#include "base/trace/analysis/events.h"
#include "base/trace/analysis/summary.h"
#include "host_tests/base/unit_test.h"

static char path[] = "/tmp/fpgacl-report-XXXXXX";

#define SLICE(cat, name, pid, ts, dur, args)                                                       \
	"{\"ph\":\"X\",\"cat\":\"" cat "\",\"name\":\"" name "\",\"pid\":" #pid                    \
	",\"tid\":1,\"ts\":" #ts ",\"dur\":" #dur ",\"args\":{" args "}}"
#define COMMAND(name, ts, dur, id, queued, more)                                                   \
	SLICE("command", name, 4194311, ts, dur,                                                   \
	      "\"id\":" #id                                                                        \
	      ",\"queue\":1,\"type\":\"TASK\",\"device\":\"u250\",\"queued\":" #queued more)
#define ON_CU(ts, dur)                                                                             \
	SLICE("cu", "vadd", 8388615, ts, dur, "\"cu\":\"vadd:vadd_1\",\"device\":\"u250\"")
#define DMA(ts, dur, bytes)                                                                        \
	SLICE("dma", "host to board", 8388615, ts, dur,                                            \
	      "\"bytes\":" #bytes ",\"bank\":\"DDR[0]\",\"device\":\"u250\"")
#define STALL(ts, dur)                                                                             \
	SLICE("stall", "FIFO empty", 8388615, ts, dur,                                             \
	      "\"fifo\":\"a.out\",\"cu\":\"vadd:vadd_1\",\"device\":\"u250\"")

struct loaded {
	struct fcl_trace_events events;
	struct fcl_report report;
};

static struct loaded load(const char *text)
{
	FILE *file = fopen(path, "w");
	struct fcl_err err = {0};
	struct loaded loaded;

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	if (fcl_trace_events_read(&loaded.events, path, 0, &err))
		fail_msg("%s", err.text);
	assert_int_equal(fcl_report_make(&loaded.report, &loaded.events), 0);
	return loaded;
}

static void unload(struct loaded *loaded)
{
	fcl_report_free(&loaded->report);
	fcl_trace_events_free(&loaded->events);
}

static const struct fcl_report_row *row(const struct loaded *loaded, enum fcl_event_kind kind)
{
	for (uint32_t i = 0; i < loaded->report.nrows; i++)
		if (loaded->report.rows[i].kind == kind)
			return &loaded->report.rows[i];
	fail_msg("there is no such row");
	return NULL;
}

static void near(double value, double expected)
{
	if (fabs(value - expected) > 1e-6)
		fail_msg("expected %g, found %g", expected, value);
}

/* Transfers 0..40 and 100..120, executions 30..90 and 60..110: 10 + 10 of them at once. */
static void overlap(void **state)
{
	struct loaded loaded = load("[\n" DMA(0, 40, 4000) ",\n" DMA(100, 20, 1000) ",\n" ON_CU(
		30, 60) ",\n" ON_CU(60, 50) ",\n" STALL(70, 5) "\n]\n");
	const struct fcl_report_row *cu = row(&loaded, FCL_EVENT_EXECUTION);
	const struct fcl_report_row *dma = row(&loaded, FCL_EVENT_TRANSFER);

	(void)state;
	near(loaded.report.end - loaded.report.begin, 120);
	near(loaded.report.transfers, 60);
	near(loaded.report.executions, 80);
	near(loaded.report.both, 20);
	near(cu->busy, 80);
	near(cu->total, 110);
	near(cu->longest, 60);
	near(cu->stalled, 5);
	assert_int_equal(cu->count, 2);
	assert_int_equal(dma->bytes, 5000);
	near(dma->busy, 60);
	unload(&loaded);
}

/* A name may hold an escape sequence, which must not reach the terminal. */
static void names_are_printable(void **state)
{
	struct loaded loaded =
		load("[\n" SLICE("cu", "v\\u001b[31m\\u009bdd", 8388615, 0, 1,
				 "\"cu\":\"a\\u0007b\\nc:d\",\"device\":\"u250\"") "\n]\n");
	struct fcl_text out = {0};

	(void)state;
	fcl_summary_put(&out, &loaded.report, &loaded.events);
	assert_string_equal(row(&loaded, FCL_EVENT_EXECUTION)->name, "v?[31m??dd");
	assert_non_null(strstr(out.bytes, "a?b?c:d"));
	fcl_text_free(&out);
	unload(&loaded);
}

/* Cycles are summed over the executions that counted them. */
static void clock_cycles(void **state)
{
	struct loaded loaded = load(
		"[\n" ON_CU(0, 1) ",\n" SLICE("cu", "vadd", 8388615, 5, 2, "\"cu\":\"vadd:vadd_1\",\"device\":\"u250\",\"cycles\":600") ",\n" SLICE(
			"cu", "vadd", 8388615, 9, 3,
			"\"cu\":\"vadd:vadd_1\",\"device\":\"u250\",\"cycles\":901") "\n]\n");
	const struct fcl_report_row *cu = row(&loaded, FCL_EVENT_EXECUTION);
	struct fcl_text out = {0};

	(void)state;
	assert_int_equal(cu->count, 3);
	assert_int_equal(cu->counted, 2);
	assert_int_equal(cu->cycles, 1501);
	assert_int_equal(cu->most_cycles, 901);
	fcl_summary_put(&out, &loaded.report, &loaded.events);
	assert_non_null(strstr(out.bytes, "\nclock cycles "));
	assert_non_null(strstr(out.bytes, "        2           1501        750.5          901\n"));
	fcl_text_free(&out);
	unload(&loaded);
	loaded = load("[\n" ON_CU(0, 1) "\n]\n");
	fcl_summary_put(&out, &loaded.report, &loaded.events);
	assert_null(strstr(out.bytes, "clock cycles"));
	fcl_text_free(&out);
	unload(&loaded);
}

/*
 * "one" runs 10..30. "two" was enqueued at 5 and waits for it, and runs 35..50: 5 of waiting.
 * "three" is enqueued at 70, which is 20 later, and runs 72..80. "side" runs concurrently and is
 * not on the path.
 */
static void critical_path(void **state)
{
	struct loaded loaded = load("[\n" COMMAND("one", 10, 20, 1, 4, "") ",\n" COMMAND(
		"two", 35, 15, 2, 5, ",\"after\":[1]") ",\n" COMMAND("side", 36, 2, 3, 5,
								     "") ",\n" COMMAND("three", 72,
										       8, 4, 70,
										       "") "\n]\n");
	const struct fcl_report *report = &loaded.report;

	(void)state;
	near(report->on_path[FCL_STEP_KERNEL], 20 + 15 + 8);
	near(report->on_path[FCL_STEP_WAIT], 6 + 5 + 2);
	near(report->on_path[FCL_STEP_HOST], 20);
	for (uint32_t i = 0; i < report->npath; i++)
		assert_string_not_equal(report->path[i].name, "side");
	for (uint32_t i = 1; i < report->npath; i++)
		near(report->path[i].start, report->path[i - 1].end);
	near(report->path[report->npath - 1].end, 80);
	assert_non_null(strstr(report->advice[0], "waited for the host"));
	unload(&loaded);
}

/* A marker waits for all earlier commands of its queue; its own waiting is only the short rest. */
static void marker_on_path(void **state)
{
	struct loaded loaded = load(
		"[\n" COMMAND("short", 10, 20, 1, 4, "") ",\n" COMMAND("long", 10, 80, 2, 4, "") ",\n" SLICE(
			"command", "MARKER", 4194311, 91, 1,
			"\"id\":3,\"queue\":1,\"type\":\"MARKER\",\"device\":\"u250\",\"queued\":5") "\n]\n");
	const struct fcl_report *report = &loaded.report;

	(void)state;
	near(report->on_path[FCL_STEP_KERNEL], 80);
	near(report->on_path[FCL_STEP_WAIT], 6 + 1);
	near(report->on_path[FCL_STEP_OTHER], 1);
	assert_string_equal(report->path[1].name, "long");
	unload(&loaded);
}

/* The file contains two consecutive runs: only the last one counts. */
static void last_run(void **state)
{
	struct loaded loaded = load("[\n" SLICE("api", "clFinish", 5, 10, 5, "") ",\n" SLICE(
		"api", "clFlush", 7, 100, 1, "") ",\n" SLICE("api", "clFinish", 7, 101, 9,
							     "") ",\n" SLICE("api", "clFinish", 8,
									     103, 2, "") "\n]\n");

	(void)state;
	assert_int_equal(loaded.events.count, 3);
	assert_int_equal(loaded.events.left_out, 1);
	near(loaded.report.begin, 100);
	near(loaded.report.end, 110);
	unload(&loaded);
}

/*
 * Numbers that no run can have: such a trace is refused with the line's number, and sums do not
 * wrap.
 */
static void hostile_numbers(void **state)
{
	static const char *const bad[] = {
		DMA(-1e308, 1, 1),
		DMA(1e308, 1e308, 1),
		DMA(0, -5, 1),
		DMA(0, 1e18, 1),
		DMA(nan, 1, 1),
		DMA(0, "nan", 1),
		DMA(0, "inf", 1),
		DMA(0, 1, -1),
		DMA(0, 1, 1e300),
		COMMAND("k", 0, 1, 1e30, 0, ""),
		COMMAND("k", 0, 1, -1, 0, ""),
		COMMAND("k", 0, 1, 1, 1e308, ""),
		COMMAND("k", 0, 1, 1, 0, ",\"after\":[1e99]"),
		COMMAND("k", 0, 1, 1, 0, ",\"status\":1e99"),
		SLICE("cu", "vadd", 1e99, 0, 1, ""),
	};
	struct fcl_trace_events events;
	struct loaded loaded;
	struct fcl_text out = {0};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		FILE *file = fopen(path, "w");
		struct fcl_err err = {0};

		fprintf(file, "[\n" ON_CU(0, 1) ",\n%s,\n" ON_CU(2, 1) "\n]\n", bad[i]);
		fclose(file);
		if (fcl_trace_events_read(&events, path, 0, &err) != -EINVAL)
			fail_msg("accepted: %s", bad[i]);
		/* JSON has no NaN. */
		assert_non_null(strstr(err.text, strstr(bad[i], ":nan")
							 ? "line 3: expected a value"
							 : "line 3: expected a number in range"));
	}
	/* 2^53 bytes, 2^11 times, within zero time. */
	fcl_text_format(&out, "[\n");
	for (int i = 0; i < 2049; i++)
		fcl_text_format(&out, DMA(0, 1e-300, 9007199254740992) ",\n");
	fcl_text_format(&out, COMMAND("k", 5, 1, 1, 90, "") "\n]\n");
	loaded = load(out.bytes);
	assert_true(row(&loaded, FCL_EVENT_TRANSFER)->bytes == UINT64_MAX);
	near(row(&loaded, FCL_EVENT_COMMAND)->waited, 0);
	out.size = 0;
	fcl_summary_put(&out, &loaded.report, &loaded.events);
	assert_null(strstr(out.bytes, "inf"));
	assert_null(strstr(out.bytes, "nan"));
	fcl_text_free(&out);
	unload(&loaded);
}

/* An end within a line, as after kill -9, is accepted; garbage or another type of file is not. */
static void what_is_no_trace(void **state)
{
	static const char *const bad[] = {"", "hello\n", "[\n{\"ph\":1},\nrubbish\n,\n]\n",
					  "<xml/>"};
	struct loaded loaded = load("[\n" ON_CU(1, 2) ",\n{\"ph\":\"X\",\"ca");
	struct fcl_trace_events events;
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(loaded.events.count, 1);
	assert_true(loaded.events.cut);
	unload(&loaded);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		FILE *file = fopen(path, "w");

		fputs(bad[i], file);
		fclose(file);
		assert_int_equal(fcl_trace_events_read(&events, path, 0, &err), -EINVAL);
		assert_non_null(strstr(err.text, "is not a trace written by FPGACL_TRACE: line "));
	}
	assert_int_equal(fcl_trace_events_read(&events, "/nonexistent", 0, &err), -ENOENT);
}

/* The summary of a trace without commands, and of one with a fault. */
static void summary_text(void **state)
{
	struct loaded loaded = load("[\n" ON_CU(0, 50) ",\n" DMA(
		40, 20,
		2000000) ",\n"
			 "{\"ph\":\"i\",\"cat\":\"fault\",\"name\":\"vadd\",\"pid\":7,\"tid\":1,\"ts\":59,\"args\":{\"why\":\"it fell over\"}}\n]");
	struct fcl_text text = {0};

	(void)state;
	fcl_summary_put(&text, &loaded.report, &loaded.events);
	assert_non_null(strstr(text.bytes, "kernels       0.050 ms (83.3 %)"));
	assert_non_null(strstr(text.bytes, "both at once  0.010 ms (16.7 %)"));
	assert_non_null(strstr(text.bytes, "100.000 GB/s"));
	assert_non_null(strstr(text.bytes, "vadd: it fell over"));
	assert_non_null(strstr(text.bytes, "1 command failed"));
	fcl_text_free(&text);
	unload(&loaded);
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
		cmocka_unit_test(overlap),
		cmocka_unit_test(clock_cycles),
		cmocka_unit_test(names_are_printable),
		cmocka_unit_test(critical_path),
		cmocka_unit_test(marker_on_path),
		cmocka_unit_test(last_run),
		cmocka_unit_test(what_is_no_trace),
		cmocka_unit_test(hostile_numbers),
		cmocka_unit_test(summary_text),
	};
	int fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	return cmocka_run_group_tests(tests, NULL, remove_file);
}
