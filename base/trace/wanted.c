/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/wanted.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/config.h"
#include "base/file.h"
#include "base/log.h"
#include "base/trace/analysis/csv.h"
#include "base/trace/analysis/summary.h"
#include "base/trace/file.h"
#include "base/trace/ini.h"
#include "base/trace/records.h"
#include "base/trace/trace.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool wanted, summary;
static struct fcl_ini ini;
static int hidden = -1; /* the trace's descriptor, if only the summary reads it */

bool fcl_trace_summed_elsewhere;

/* Opens the file of this name if the layer or driver in this process has created it; -1: none. */
static int open_made(const char *name)
{
	DIR *folder = opendir("/proc/self/fd");
	struct dirent *entry;
	char target[64], made[64];
	int fd = -1;

	if (!folder)
		return -1;
	snprintf(made, sizeof(made), "/memfd:%s (deleted)", name);
	while (fd < 0 && (entry = readdir(folder))) {
		ssize_t size = readlinkat(dirfd(folder), entry->d_name, target, sizeof(target));

		if (size == (ssize_t)strlen(made) && !memcmp(target, made, (size_t)size))
			fd = openat(dirfd(folder), entry->d_name, O_RDWR | O_CLOEXEC);
	}
	closedir(folder);
	return fd;
}

/*
 * Creates an anonymous file for the trace. A driver and a layer do not know each other, so they
 * find it by its name, which contains the process's number because a forked child inherits its
 * parent's file.
 */
static bool make_hidden(void)
{
	char path[64], name[32];

	if (hidden >= 0)
		close(hidden);
	snprintf(name, sizeof(name), "fpgacl-trace-%d", getpid());
	hidden = open_made(name);
	if (hidden < 0)
		hidden = memfd_create(name, MFD_CLOEXEC);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", hidden);
	fcl_trace_file_set(path);
	if (hidden < 0)
		fcl_log(FCL_LOG_ERROR, "trace", "no memory for the events of the summary");
	return hidden >= 0;
}

/* Whether this process reads the trace back at exit. */
static bool reads_back(void)
{
	return summary || ini.summary || ini.profile_summary || ini.trace || ini.timeline;
}

static void find_out(void)
{
	const char *path = fcl_config_string(FCL_CONFIG_TRACE);

	summary = fcl_config_number(FCL_CONFIG_SUMMARY) != 0;
	/* XRT writes these files about its own platform only, so a layer writes none. */
	if (!fcl_trace_groups)
		ini = fcl_ini_read();
	if (*path)
		fcl_trace_file_set(path);
	wanted = *path || (reads_back() && make_hidden());
}

bool fcl_trace_wanted(void)
{
	pthread_once(&once, find_out);
	return wanted;
}

bool fcl_trace_stalls_wanted(void)
{
	return hidden < 0 || summary;
}

void fcl_trace_wanted_forget(void)
{
	if (hidden >= 0)
		make_hidden();
}

/* A single write() keeps the summary in one piece when several processes print. */
static void print_summary(const struct fcl_report *report, const struct fcl_trace_events *events)
{
	struct fcl_text text = {0};
	ssize_t written = 0;

	fcl_text_format(&text, "\nfpgacl: what %s did (process %d)\n",
			program_invocation_short_name, getpid());
	fcl_summary_put(&text, report, events);
	if (!text.failed)
		written = write(STDERR_FILENO, text.bytes, text.size);
	(void)written;
	fcl_text_free(&text);
}

typedef void put_csv(struct fcl_text *out, const struct fcl_report *report,
		     const struct fcl_trace_events *events);

static void write_csv(const char *name, put_csv *put, const struct fcl_report *report,
		      const struct fcl_trace_events *events)
{
	struct fcl_text text = {0};
	struct fcl_err err = {0};

	put(&text, report, events);
	if (!text.failed && fcl_file_write(name, text.bytes, text.size, &err))
		fcl_log(FCL_LOG_ERROR, "xrt.ini", "%s", err.text);
	fcl_text_free(&text);
}

void fcl_trace_at_exit(void)
{
	struct fcl_trace_events events;
	struct fcl_report report;
	struct fcl_err err;

	if (!reads_back() || fcl_trace_summed_elsewhere ||
	    fcl_trace_events_read(&events, fcl_trace_file_path(), (uint32_t)getpid(), &err))
		return;
	if (!fcl_report_make(&report, &events)) {
		if (summary)
			print_summary(&report, &events);
		if (ini.summary)
			write_csv("opencl_summary.csv", fcl_csv_summary, &report, &events);
		if (ini.profile_summary)
			write_csv("profile_summary.csv", fcl_csv_summary, &report, &events);
		if (ini.trace)
			write_csv("opencl_trace.csv", fcl_csv_trace, &report, &events);
		if (ini.timeline)
			write_csv("timeline_trace.csv", fcl_csv_trace, &report, &events);
		fcl_report_free(&report);
	}
	fcl_trace_events_free(&events);
}
