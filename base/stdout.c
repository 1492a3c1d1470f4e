/* SPDX-License-Identifier: Apache-2.0 */
#include "base/stdout.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int fcl_stdout_finish(const char *program, int status)
{
	int failed = ferror(stdout), reason = fflush(stdout) ? errno : 0;

	if ((!failed && !reason) || reason == EBADF || fcntl(STDOUT_FILENO, F_GETFD) < 0)
		return status;
	/* The reason is no longer known if an earlier write failed. */
	fprintf(stderr, "%s: cannot write to standard output%s%s\n", program, reason ? ": " : "",
		reason ? strerror(reason) : "");
	return status ? status : 1;
}
