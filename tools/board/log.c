/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

void fcl_bd_log(const char *format, ...)
{
	char text[2000], when[32];
	time_t now = time(NULL);
	struct tm local;
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	localtime_r(&now, &local);
	strftime(when, sizeof(when), "%Y-%m-%d %H:%M:%S", &local);
	fprintf(stderr, "%s %s\n", when, text);
}
