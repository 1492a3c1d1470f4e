/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "base/text.h"

/*
 * Whoever may connect can make the board process write lines. So that nobody fills a disk, it
 * writes many at once, but few in the long run. Only one thread writes any.
 */
enum { BURST = 2000, PER_S = 2 };

static unsigned room = BURST, left_out; /* lines */
static time_t filled;

static bool log_take_room(time_t now)
{
	uint64_t all = room + (now > filled ? (uint64_t)(now - filled) * PER_S : 0);

	filled = now;
	room = all < BURST ? (unsigned)all : BURST;
	if (!room)
		left_out++;
	return room && room--;
}

static void log_write(time_t now, const char *text)
{
	char when[32];
	struct tm local;

	localtime_r(&now, &local);
	strftime(when, sizeof(when), "%Y-%m-%d %H:%M:%S", &local);
	fprintf(stderr, "%s %s\n", when, text);
}

void fcl_bd_log(const char *format, ...)
{
	char text[2000];
	time_t now = time(NULL);
	va_list args;

	if (!log_take_room(now))
		return;
	if (left_out) {
		snprintf(text, sizeof(text), "%u lines are left out, of at most %d per second",
			 left_out, PER_S);
		log_write(now, text);
		left_out = 0;
	}
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	fcl_text_make_printable(text); /* executors send some of it */
	log_write(now, text);
}
