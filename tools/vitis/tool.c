/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/vitis/tool.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

int fcl_vitis_fail(const char *format, ...)
{
	struct fcl_text text = {0};
	va_list args;

	va_start(args, format);
	fcl_text_vformat(&text, format, args);
	va_end(args);
	/* Messages quote names from files. */
	if (!text.failed)
		fcl_text_make_printable(text.bytes);
	fprintf(stderr, "%s: error: %s\n", fcl_vitis_name,
		text.failed ? "out of memory" : text.bytes);
	fcl_text_free(&text);
	return 1;
}

char *fcl_vitis_platform(const char *platform)
{
	const char *slash = strrchr(platform, '/');
	const char *name = slash ? slash + 1 : platform;
	size_t length = strlen(name);

	if (length > 5 && !strcmp(name + length - 5, ".xpfm"))
		length -= 5;
	return strndup(name, length);
}

int fcl_vitis_write(const char *path, const void *bytes, size_t size)
{
	struct fcl_err err = {0};

	return fcl_file_write(path, bytes, size, &err) ? fcl_vitis_fail("%s", err.text) : 0;
}
