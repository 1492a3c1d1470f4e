/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/kubernetes/note.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void fcl_kube_note(const char *format, ...)
{
	char text[2048], line[2100];
	va_list args;
	int length;
	ssize_t written;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	length = snprintf(line, sizeof(line), "fpgacl-device-plugin: %s\n", text);
	written = write(STDERR_FILENO, line, (size_t)length);
	(void)written; /* there is no other place to say it */
}
