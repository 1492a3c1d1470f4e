/* SPDX-License-Identifier: Apache-2.0 */
#include "base/log.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"

static const char *const level_names[] = {"", "error", "warn", "info", "debug"};

/* 0 until the environment is read, then 1 + the level; racing readers compute the same value. */
static atomic_int log_level_plus_one;

static bool is_emulation(const char *mode)
{
	return !strcmp(mode, "sw_emu") || !strcmp(mode, "hw_emu");
}

static int log_level(void)
{
	int level = atomic_load_explicit(&log_level_plus_one, memory_order_relaxed) - 1;
	const char *wanted;

	if (level >= 0)
		return level;
	wanted = fcl_config_string(FCL_CONFIG_LOG);
	/* As the vendor's emulation does: its hosts seldom look at an event's status. */
	if (!*wanted && is_emulation(fcl_config_string(FCL_CONFIG_XCL_EMULATION_MODE)))
		wanted = level_names[FCL_LOG_ERROR];
	for (level = FCL_LOG_DEBUG; level > 0; level--)
		if (!strcmp(wanted, level_names[level]))
			break;
	atomic_store_explicit(&log_level_plus_one, level + 1, memory_order_relaxed);
	return level;
}

bool fcl_log_enabled(enum fcl_log_level level)
{
	return (int)level <= log_level();
}

static void write_line(const char *line, size_t length)
{
	const char *path = fcl_config_string(FCL_CONFIG_LOG_FILE);
	int fd = *path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
	ssize_t written;

	/*
	 * One write per line keeps the lines of threads and processes whole; a full disk loses only
	 * the log.
	 */
	written = write(fd >= 0 ? fd : STDERR_FILENO, line, length);
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
	more = vsnprintf(line + length, sizeof(line) - (size_t)length - 1, format, args);
	va_end(args);
	if (more < 0)
		return;
	length += more;
	if (length > (int)sizeof(line) - 2)
		length = (int)sizeof(line) - 2;
	line[length++] = '\n';
	write_line(line, (size_t)length);
}
