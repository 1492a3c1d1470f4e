/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/vitis/tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static int write_bytes(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "wbe");
	int error;

	if (!file)
		return errno;
	error = fwrite(bytes, 1, size, file) == size ? 0 : errno;
	if (fclose(file) && !error)
		error = errno;
	return error;
}

int fcl_vitis_write(const char *path, const void *bytes, size_t size)
{
	struct stat old;
	char *beside;
	int error;

	/* A device or a pipe must not be replaced by a file. */
	if (!stat(path, &old) && !S_ISREG(old.st_mode)) {
		error = write_bytes(path, bytes, size);
		return error ? fcl_vitis_fail("cannot write '%s': %s", path, strerror(error)) : 0;
	}
	if (asprintf(&beside, "%s.%ld.tmp", path, (long)getpid()) < 0)
		return fcl_vitis_fail("out of memory");
	error = write_bytes(beside, bytes, size);
	if (!error && rename(beside, path))
		error = errno;
	if (error) {
		unlink(beside);
		fcl_vitis_fail("cannot write '%s': %s", path, strerror(error));
	}
	free(beside);
	return error ? 1 : 0;
}
