/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/vitis/tool.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

int fcl_vitis_fail(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: error: ", fcl_vitis_name);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
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
