/* SPDX-License-Identifier: Apache-2.0 */
/* What a trace gathers in memory if only the CSV files of an xrt.ini need it. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/trace/file.h"
#include "base/trace/trace.h"
#include "host_tests/base/unit_test.h"

enum { STALLS = 100000, CALLS = 3, MOST = 4096 };

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

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(waits_for_fifos_are_not_gathered)};
	FILE *file;
	int failed;

	if (!mkdtemp(folder) || chdir(folder) || !(file = fopen("xrt.ini", "w")))
		return 1;
	fputs("[Debug]\ntimeline_trace=true\n", file);
	fclose(file);
	unsetenv("FPGACL_TRACE");
	unsetenv("FPGACL_SUMMARY");
	setenv("XRT_INI_PATH", "xrt.ini", 1);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	/* The files are written at exit, to a folder that still exists but has no name. */
	unlink("xrt.ini");
	rmdir(folder);
	return failed;
}
