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
#include "base/trace/analysis/analyse.h"
#include "base/trace/analysis/csv.h"
#include "base/trace/analysis/sorted.h"
#include "base/trace/analysis/summary.h"
#include "base/trace/file.h"
#include "base/trace/ini.h"
#include "base/trace/records.h"
#include "base/trace/trace.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool wanted, summary;
static struct fcl_ini ini;
static int hidden = -1; /* the trace's descriptor, if only this process reads it */

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

static int make_in_memory(void)
{
	char name[32];
	int fd;

	snprintf(name, sizeof(name), "fpgacl-trace-%d", getpid());
	fd = open_made(name);
	return fd >= 0 ? fd : memfd_create(name, MFD_CLOEXEC);
}

/*
 * Opens a file without a name for the trace. For the CSV files it is on the disk, where they will be.
 * The summary of a driver and a layer is of both: they do not know each other, so they find the file
 * by the name of a memfd, which contains the process's number because a forked child inherits its
 * parent's file.
 */
static bool make_hidden(void)
{
	char path[64];

	if (hidden >= 0)
		close(hidden);
	hidden = summary ? make_in_memory() : fcl_file_unnamed();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", hidden);
	fcl_trace_file_set(path);
	if (hidden < 0 && summary)
		fcl_log(FCL_LOG_ERROR, "trace", "no memory for the events of the summary");
	else if (hidden < 0)
		fcl_log(FCL_LOG_ERROR, "xrt.ini",
			"no CSV file will be written: the working directory cannot have a file for "
			"the events: %s",
			strerror(-hidden));
	return hidden >= 0;
}

static bool writes_files(void)
{
	return ini.summary || ini.profile_summary || ini.trace || ini.timeline;
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
	wanted = *path || ((summary || writes_files()) && make_hidden());
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

static void summarize(void)
{
	struct fcl_trace_events events;
	struct fcl_report report;
	struct fcl_err err;

	if (fcl_trace_events_read(&events, fcl_trace_file_path(), (uint32_t)getpid(), &err)) {
		fcl_log(FCL_LOG_ERROR, "trace", "there is no summary: %s", err.text);
		return;
	}
	if (!fcl_report_make(&report, &events)) {
		print_summary(&report, &events);
		fcl_report_free(&report);
	}
	fcl_trace_events_free(&events);
}

/* --- the files of xrt.ini --------------------------------------------------------------------- */

typedef void put_csv(struct fcl_file_output *file, const struct fcl_report *report,
		     struct fcl_trace_sorted *sorted);

static void write_csv(bool is_wanted, const char *name, put_csv *put,
		      const struct fcl_report *report, struct fcl_trace_sorted *sorted)
{
	struct fcl_file_output file;
	struct fcl_err err;

	if (!is_wanted)
		return;
	fcl_file_begin(&file, name);
	put(&file, report, sorted);
	if (fcl_file_end(&file, name, &err))
		fcl_log(FCL_LOG_ERROR, "xrt.ini", "%s", err.text);
}

static int report_on(struct fcl_trace_sorted *sorted, struct fcl_report *report)
{
	struct fcl_report_sums *sums = fcl_report_begin(report);
	const struct fcl_trace_event *event;

	if (!sums)
		return -ENOMEM;
	if (!fcl_trace_sorted_rewind(sorted))
		sorted->left_out += sorted->count;
	while ((event = fcl_trace_sorted_next(sorted)))
		fcl_report_add(report, sums, event);
	return fcl_report_end(report, sums);
}

static void wanted_write_files(void)
{
	struct fcl_trace_sorted sorted;
	struct fcl_report report;
	struct fcl_err err;

	if (fcl_trace_sorted_read(&sorted, fcl_trace_file_path(), (uint32_t)getpid(), &err))
		fcl_log(FCL_LOG_ERROR, "xrt.ini", "%s", err.text);
	sorted.left_out += atomic_load(&fcl_trace_lost);
	if (sorted.left_out)
		fcl_log(FCL_LOG_ERROR, "xrt.ini", "the CSV files lack %llu events",
			(unsigned long long)sorted.left_out);
	if (report_on(&sorted, &report)) {
		fcl_log(FCL_LOG_ERROR, "xrt.ini", "no memory for the CSV files");
	} else {
		write_csv(ini.summary, "opencl_summary.csv", fcl_csv_summary, &report, &sorted);
		write_csv(ini.profile_summary, "profile_summary.csv", fcl_csv_summary, &report,
			  &sorted);
		write_csv(ini.trace, "opencl_trace.csv", fcl_csv_trace, &report, &sorted);
		write_csv(ini.timeline, "timeline_trace.csv", fcl_csv_trace, &report, &sorted);
		fcl_report_free(&report);
	}
	fcl_trace_sorted_free(&sorted);
}

void fcl_trace_at_exit(void)
{
	if (summary && !fcl_trace_summed_elsewhere)
		summarize();
	if (writes_files() && !fcl_trace_summed_elsewhere)
		wanted_write_files();
}
