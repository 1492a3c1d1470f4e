/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The CSV files of an xrt.ini: what is gathered for them, and what they contain after runs of any
 * length. They are written at exit, so the runs are processes of their own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/trace/file.h"
#include "base/trace/trace.h"
#include "host_tests/base/unit_test.h"

enum { STALLS = 100000, CALLS = 3, MOST = 4096 };
enum { MOST_KIB = 48 << 10 }; /* the memory of a run of MANY rounds beyond that of one of FEW */
/* Sanitizers keep what is freed, and take their time: nothing is said of the memory then. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { FEW = 500, MANY = 20000, MEASURED = 0 };
#else
enum { FEW = 500, MANY = 200000, MEASURED = 1 };
#endif
enum { LARGEST = MANY * 100 }; /* bytes of a file */

static char folder[] = "/tmp/fpgacl-csv-XXXXXX";

static off_t gathered(void)
{
	struct stat status;

	fcl_trace_flush();
	assert_int_equal(stat(fcl_trace_file_path(), &status), 0);
	return status.st_size;
}

static void waits_for_fifos_are_not_gathered(void **state)
{
	const uint64_t now = fcl_now_ns();
	const struct fcl_trace_stall stall = {.device = "0",
					      .cu = "sink:sink_1",
					      .fifo = "in",
					      .start_ns = now,
					      .end_ns = now + 1};
	off_t size;

	(void)state;
	fcl_trace_start();
	assert_true(fcl_trace_on());
	for (int i = 0; i < CALLS; i++)
		fcl_trace_call("clFlush", now);
	size = gathered();
	assert_in_range(size, 1, MOST);
	for (int i = 0; i < STALLS; i++)
		fcl_trace_stall(&stall);
	assert_int_equal(gathered(), size);
}

/* --- runs ------------------------------------------------------------------------------------- */

/*
 * A run: in each round a transfer of 1 us and an execution of 2 us, 10 us after those before. One call
 * begins before them all, and is recorded last.
 */
static int record(uint32_t rounds)
{
	const uint64_t begin = 1000000;

	fcl_trace_start();
	for (uint32_t i = 0; i < rounds; i++) {
		struct fcl_trace_execution execution = {.device = "0",
							.kernel = "add",
							.cu = "add:add_1",
							.start_ns = begin + i * UINT64_C(10000)};
		struct fcl_trace_transfer transfer = {.device = "0",
						      .bank = "DDR[0]",
						      .direction = FCL_TRACE_TO_BOARD,
						      .start_ns = execution.start_ns,
						      .end_ns = execution.start_ns + 1000,
						      .bytes = 64};

		execution.end_ns = execution.start_ns + 2000;
		fcl_trace_transfer(&transfer);
		fcl_trace_execution(&execution);
	}
	fcl_trace_call("clFinish", begin - 1000);
	return 0;
}

/* Runs this program with that many rounds; returns the most memory that it used, in KiB. */
static long run(uint32_t rounds, rlim_t largest_file)
{
	char text[16];
	struct rusage used;
	pid_t child = fork();
	int status;

	if (!child) {
		const struct rlimit limit = {largest_file, largest_file};

		snprintf(text, sizeof(text), "%u", rounds);
		setrlimit(RLIMIT_FSIZE, &limit);
		execl("/proc/self/exe", "run", text, NULL);
		_exit(127);
	}
	assert_int_equal(wait4(child, &status, 0, &used), child);
	assert_int_equal(status, 0);
	return used.ru_maxrss;
}

struct rows {
	uint64_t events, left_out;
	bool mapped; /* MAPPING names the executions' kernel, which no row of EVENTS does */
};

/* Reads timeline_trace.csv: its parts, ids that ascend, starts in order, ends that follow them. */
static struct rows read_rows(void)
{
	static const char *const parts[] = {"HEADER", "STRUCTURE", "MAPPING", "EVENTS",
					    "DEPENDENCIES"};
	FILE *file = fopen("timeline_trace.csv", "re");
	struct rows rows = {0};
	unsigned long long id, from, left_out, lines = 0;
	double time, last = 0;
	char line[256];
	size_t part = 0;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		if (part < 5 && !strcmp(line, parts[part]))
			part++;
		else if (part == 1 && sscanf(line, "Events left out,%llu", &left_out) == 1)
			rows.left_out = left_out;
		else if (part == 3)
			rows.mapped |= strstr(line, ",add") != NULL;
		else if (part == 4 && *line) {
			assert_int_equal(sscanf(line, "%llu,%llu,%lf,%*u,%*u", &id, &from, &time),
					 3);
			assert_int_equal(id, ++lines);
			assert_int_equal(from, id % 2 ? 0 : id - 1);
			assert_true(time >= last);
			last = from ? last : time;
		}
	}
	fclose(file);
	assert_int_equal(part, 5);
	assert_int_equal(lines % 2, 0);
	rows.events = lines / 2;
	return rows;
}

/* Finds the execution's row in the summary: how many there were, and their time in ms. */
static void read_summary(unsigned long *ret_count, double *ret_ms, double *ret_speedup)
{
	char line[512];
	FILE *file = fopen("opencl_summary.csv", "re");
	bool found = false;

	assert_non_null(file);
	while (!found && fgets(line, sizeof(line), file))
		found = sscanf(line, "%*[^,],add_1,add,,,%lu,%*[^,],,%lfx,%lf,", ret_count,
			       ret_speedup, ret_ms) == 3;
	fclose(file);
	assert_true(found);
}

static long check_run(uint32_t rounds)
{
	long used = run(rounds, RLIM_INFINITY);
	struct rows rows = read_rows();
	unsigned long count;
	double ms, speedup;

	assert_int_equal(rows.events, rounds + 1);
	assert_int_equal(rows.left_out, 0);
	assert_true(rows.mapped);
	read_summary(&count, &ms, &speedup);
	assert_int_equal(count, rounds);
	assert_float_equal(ms, rounds * 0.002, rounds * 1e-6);
	assert_float_equal(speedup, 1, 1e-6); /* they do not overlap */
	return used;
}

static void a_long_run_needs_no_more_memory(void **state)
{
	long few, many;

	(void)state;
	few = check_run(FEW);
	many = check_run(MANY);
	if (MEASURED)
		assert_in_range(many, 1, few + MOST_KIB);
}

/* The limit is reached by the events' file, and before that by the file that sorts them. */
static void what_has_no_room_is_counted(void **state)
{
	struct rows rows;
	unsigned long count;
	double ms, speedup;

	(void)state;
	run(MANY, LARGEST);
	rows = read_rows();
	read_summary(&count, &ms, &speedup);
	assert_in_range(rows.left_out, 1, 2 * MANY);
	assert_in_range(rows.events, 1, MANY);
	assert_int_equal(rows.events + count + rows.left_out, 2 * MANY + 1);
}

int main(int count, char **words)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_long_run_needs_no_more_memory),
		cmocka_unit_test(what_has_no_room_is_counted),
		cmocka_unit_test(waits_for_fifos_are_not_gathered),
	};
	FILE *file;
	int failed;

	if (count > 1)
		return record((uint32_t)strtoul(words[1], NULL, 10));
	if (!mkdtemp(folder) || chdir(folder) || !(file = fopen("xrt.ini", "w")))
		return 1;
	fputs("[Debug]\ntimeline_trace=true\nopencl_summary=true\n", file);
	fclose(file);
	unsetenv("FPGACL_TRACE");
	unsetenv("FPGACL_SUMMARY");
	setenv("XRT_INI_PATH", "xrt.ini", 1);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	/* This process's files are written at exit, to a folder that still exists but has no name. */
	unlink("timeline_trace.csv");
	unlink("opencl_summary.csv");
	unlink("xrt.ini");
	rmdir(folder);
	return failed;
}
