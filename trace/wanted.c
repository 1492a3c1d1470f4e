/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/wanted.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/config.h"
#include "base/log.h"
#include "trace/analysis/summary.h"
#include "trace/file.h"
#include "trace/trace.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool wanted, summary;
static int hidden = -1; /* the trace, if only the summary reads it */

/* A file that nobody sees. */
static bool make_hidden(void)
{
	char path[64];

	if (hidden >= 0)
		close(hidden);
	hidden = memfd_create("fpgacl-trace", MFD_CLOEXEC);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", hidden);
	fcl_trace_file_set(path);
	if (hidden < 0)
		fcl_log(FCL_LOG_ERROR, "trace", "no memory for the events of the summary");
	return hidden >= 0;
}

static void find_out(void)
{
	const char *path = fcl_config_string(FCL_CONFIG_TRACE);

	summary = fcl_config_number(FCL_CONFIG_SUMMARY) != 0;
	if (*path)
		fcl_trace_file_set(path);
	wanted = *path || (summary && make_hidden());
}

bool fcl_trace_wanted(void)
{
	pthread_once(&once, find_out);
	return wanted;
}

void fcl_trace_wanted_forget(void)
{
	if (hidden >= 0)
		make_hidden();
}

/* One write, so that the lines of several processes stay together. */
static void print_summary(void)
{
	struct fcl_trace_events events;
	struct fcl_report report;
	struct fcl_text text = {0};
	struct fcl_err err;
	ssize_t written = 0;

	if (fcl_trace_events_read(&events, fcl_trace_file_path(), (uint32_t)getpid(), &err))
		return;
	if (!fcl_report_make(&report, &events)) {
		fcl_text_format(&text, "\nfpgacl: what %s did (process %d)\n",
				program_invocation_short_name, getpid());
		fcl_summary_put(&text, &report, &events);
		fcl_report_free(&report);
	}
	if (!text.failed && text.size)
		written = write(STDERR_FILENO, text.bytes, text.size);
	(void)written;
	fcl_text_free(&text);
	fcl_trace_events_free(&events);
}

void fcl_trace_at_exit(void)
{
	if (summary)
		print_summary();
}
