/* SPDX-License-Identifier: Apache-2.0 */
#include "base/note.h"

#include <stdio.h>
#include <unistd.h>

void fcl_note(const char *program, const char *format, va_list args)
{
	char text[2048], line[2200];
	int length;
	ssize_t written;

	vsnprintf(text, sizeof(text), format, args);
	length = snprintf(line, sizeof(line), "%.100s: %s\n", program, text);
	written = write(STDERR_FILENO, line, (size_t)length);
	(void)written; /* there is nowhere to report a failure */
}
