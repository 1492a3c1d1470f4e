/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/trust.h"

enum {
	TAIL = 64 * 1024, /* longer than any line */
	LOCK_TRIES = 20,  /* for a file of another process, 1 ms apart */
};

_Atomic uint64_t fcl_trace_lost;

static char file_path[4096];
static int given = -1;  /* the descriptor of fcl_trace_file_use() */
static bool begun;      /* "[" was written, to a file that is not regular */
static bool complained; /* a loss is logged once */

void fcl_trace_file_set(const char *path)
{
	snprintf(file_path, sizeof(file_path), "%s", path);
}

const char *fcl_trace_file_path(void)
{
	return file_path;
}

void fcl_trace_file_lost(const char *why)
{
	if (!complained)
		fcl_log(FCL_LOG_ERROR, "trace", "events are lost: %s: %s", file_path, why);
	complained = true;
}

static bool is_written(int fd, const char *bytes, size_t size)
{
	return !fcl_file_write_all(fd, bytes, size);
}

/* A confined process that has joined a trace may write only at given positions (tools/board). */
static bool is_written_at(int fd, const char *bytes, size_t size, off_t at)
{
	return !fcl_file_write_at(fd, bytes, size, (uint64_t)at);
}

/* Removes characters in `set` from the end of `tail`. */
static size_t file_strip(const char *tail, size_t size, const char *set)
{
	while (size && strchr(set, tail[size - 1]))
		size--;
	return size;
}

/*
 * Finds the offset for the next event, after the last complete event, and the text that must
 * precede it. Negative: the file is not a trace.
 */
static off_t file_find_end(int fd, off_t size, const char **ret_before)
{
	off_t from = size > TAIL ? size - TAIL : 0;
	static char tail[TAIL]; /* the writer's lock is held */
	ssize_t got = pread(fd, tail, TAIL, from);
	size_t end;

	*ret_before = "[\n";
	if (!size)
		return 0;
	if (got <= 0 || (from == 0 && tail[0] != '['))
		return -1;
	end = file_strip(tail, (size_t)got, " \r\n");
	if (end && tail[end - 1] == ']')
		end = file_strip(tail, end - 1, " \r\n");
	end = file_strip(tail, end, ",");
	/* A process died in the middle of a line. */
	while (end > 1 && tail[end - 1] != '}' && memrchr(tail, '\n', end))
		end = file_strip(tail, (size_t)((char *)memrchr(tail, '\n', end) - tail), ",\r\n ");
	*ret_before = ",\n";
	if (from == 0 && end <= 1) {
		*ret_before = "[\n";
		return 0;
	}
	return end ? from + (off_t)end : -1;
}

/* Files in memory (memfds, tmpfs) can have seals. */
static uint64_t most_of(int fd, const struct stat *file)
{
	return file->st_nlink || fcntl(fd, F_GET_SEALS) >= 0 ? FCL_TRACE_FILE_MOST : UINT64_MAX;
}

static bool append_at(int fd, off_t end, const char *before, const char *events, size_t count)
{
	static const char close[] = "\n]\n";
	bool good = is_written_at(fd, before, 2, end) &&
		    is_written_at(fd, events, count, end + 2) &&
		    is_written_at(fd, close, sizeof(close) - 1, end + 2 + (off_t)count) &&
		    !ftruncate(fd, end + 2 + (off_t)count + (off_t)sizeof(close) - 1);
	int error = errno;

	/* Writing these bytes back needs no space: they were there before. */
	if (!good && !ftruncate(fd, end))
		is_written_at(fd, end ? close : "[]\n", 3, end);
	errno = error;
	return good;
}

/*
 * The file is locked in these. NULL, or why the events are lost, with the file unchanged unless the
 * disk fails, too.
 */
static const char *append_regular(int fd, const struct stat *file, const char *events, size_t count)
{
	const char *before;
	off_t end = file_find_end(fd, file->st_size, &before);

	if (end < 0)
		return "the file exists and is not a trace";
	if ((uint64_t)end + count > most_of(fd, file))
		return "it has reached 2 GiB, the maximum that viewers read";
	if (!fcl_file_size_allowed((uint64_t)end + count + 8))
		return strerror(EFBIG);
	return append_at(fd, end, before, events, count) ? NULL : strerror(errno);
}

static const char *append_stream(int fd, const char *events, size_t count)
{
	bool good = (begun || is_written(fd, "[\n", 2)) && is_written(fd, events, count) &&
		    is_written(fd, ",\n", 2);

	begun = true;
	return good ? NULL : strerror(errno);
}

int fcl_trace_file_open(struct fcl_err *err)
{
	int fd = fcl_trust_output(file_path, O_RDWR | O_CREAT, 0666, err);

	return fd >= 0 || fd == -EISDIR ? fd : fcl_trust_output(file_path, O_WRONLY, 0, err);
}

void fcl_trace_file_use(int fd)
{
	given = fd;
	fcl_trace_file_set("the trace of another process");
}

/*
 * Locks the file. Another process may hold its lock forever, so a process that has joined its trace
 * waits only briefly, and after the first failure not at all until it gets the lock again.
 */
static bool file_lock(int fd)
{
	static bool gave_up; /* the writer's lock is held */

	if (fd != given) {
		int error;

		/* This may be a thread of the host, with the host's signal handlers: retry. */
		do
			error = flock(fd, LOCK_EX);
		while (error && errno == EINTR);
		return !error;
	}
	for (int i = 0; flock(fd, LOCK_EX | LOCK_NB); i++) {
		if ((errno != EWOULDBLOCK && errno != EINTR) || gave_up || i == LOCK_TRIES) {
			gave_up = true;
			return false;
		}
		fcl_pause_us(1000);
	}
	gave_up = false;
	return true;
}

/* NULL, or why the events are lost. */
static const char *file_append(int fd, const char *events, size_t count)
{
	struct stat status;

	if (!file_lock(fd))
		return errno == EWOULDBLOCK ? "another process keeps the file locked"
					    : strerror(errno);
	if (fstat(fd, &status))
		return strerror(errno);
	return S_ISREG(status.st_mode) ? append_regular(fd, &status, events, count)
				       : append_stream(fd, events, count);
}

bool fcl_trace_file_append(const char *events, size_t count)
{
	struct fcl_err err;
	int fd = given >= 0 ? given : fcl_trace_file_open(&err);
	const char *why = fd < 0 ? err.text : file_append(fd, events, count);

	if (why)
		fcl_trace_file_lost(why);
	/* Closing the file releases the lock. */
	if (fd == given)
		flock(fd, LOCK_UN);
	else if (fd >= 0)
		close(fd);
	return !why;
}
