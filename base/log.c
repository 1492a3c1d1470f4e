/* SPDX-License-Identifier: Apache-2.0 */
#include "base/log.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/file.h"
#include "base/number.h"
#include "base/trust.h"

static const char *const level_names[] = {"", "error", "warn", "info", "debug"};

/* 0 until the environment is read, then 1 + the level; racing readers compute the same value. */
static atomic_int log_level_plus_one;

/* The level from fcl_log_otherwise(); -1: it was not called. */
static int other_level = -1;
static char other_path[4096];

void fcl_log_otherwise(int level, const char *path)
{
	other_level = level;
	snprintf(other_path, sizeof(other_path), "%s", path ? path : "");
	atomic_store_explicit(&log_level_plus_one, 0, memory_order_relaxed);
}

static const char *base_log_path(void)
{
	const char *path = fcl_config_string(FCL_CONFIG_LOG_FILE);

	return *path ? path : other_path;
}

static int log_level(void)
{
	int level = atomic_load_explicit(&log_level_plus_one, memory_order_relaxed) - 1;

	if (level >= 0)
		return level;
	level = fcl_config_choice(FCL_CONFIG_LOG);
	if (level < 0)
		level = other_level;
	/*
	 * As the vendor's emulation, report failures by default: its hosts rarely check an event's
	 * status.
	 */
	if (level < 0)
		level = fcl_config_is_emulation() ? FCL_LOG_WARN : 0;
	atomic_store_explicit(&log_level_plus_one, level + 1, memory_order_relaxed);
	return level;
}

bool fcl_log_enabled(enum fcl_log_level level)
{
	return (int)level <= log_level();
}

bool fcl_log_is_stderr(void)
{
	return !*base_log_path();
}

static void write_line(const char *line, size_t length)
{
	const char *path = base_log_path();
	int fd = *path ? fcl_trust_output(path, O_WRONLY | O_APPEND | O_CREAT, 0666, NULL) : -1;
	int to = fd >= 0 ? fd : STDERR_FILENO;
	ssize_t written = 0;

	/*
	 * A single write() keeps the lines of threads and processes intact. If the disk is full,
	 * only log messages are lost.
	 */
	if (fcl_file_append_allowed(to, length))
		written = write(to, line, length);
	(void)written;
	if (fd >= 0)
		close(fd);
}

void fcl_log(enum fcl_log_level level, const char *area, const char *format, ...)
{
	char line[2048];
	int length, more;
	va_list args;

	if (!fcl_log_enabled(level))
		return;
	length = snprintf(line, 200, "fpgacl: %s: %.150s: ", level_names[level], area);
	va_start(args, format);
	more = fcl_vsnprintf(line + length, sizeof(line) - (size_t)length - 1, format, args);
	va_end(args);
	if (more < 0)
		return;
	length += more;
	if (length > (int)sizeof(line) - 2)
		length = (int)sizeof(line) - 2;
	line[length++] = '\n';
	write_line(line, (size_t)length);
}
