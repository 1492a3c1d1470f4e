/* SPDX-License-Identifier: Apache-2.0 */
#include "base/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool fcl_folder_is(const char *path)
{
	struct stat there;

	return !stat(path, &there) && S_ISDIR(there.st_mode);
}

static int make_one(const char *path)
{
	/* Whatever the umask: nothing in a folder that all users may write to is obeyed (trust.h). */
	if (!mkdir(path, 0775))
		return 0;
	if (errno != EEXIST)
		return -errno;
	return fcl_folder_is(path) ? 0 : -ENOTDIR;
}

int fcl_folder_make(const char *path)
{
	char *above = strdup(path);
	int error = above ? 0 : -ENOMEM;

	for (char *slash = above; !error && (slash = strchr(slash + 1, '/'));) {
		*slash = 0;
		error = make_one(above);
		*slash = '/';
	}
	free(above);
	return error ? error : make_one(path);
}
