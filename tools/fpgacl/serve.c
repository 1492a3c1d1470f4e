/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/serve.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/fpgacl/output/status.h"

static const char worker[] = "fpgacl-serve";

/* Runs the worker next to this program, where both are built and installed. */
static void exec_neighbour(char **arguments)
{
	char path[PATH_MAX + sizeof(worker)];
	ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
	char *slash;

	if (length <= 0 || length >= PATH_MAX)
		return;
	path[length] = '\0';
	slash = strrchr(path, '/');
	if (!slash)
		return;
	strcpy(slash + 1, worker);
	execv(path, arguments);
}

int fcl_tool_serve(int argc, char **argv)
{
	char **arguments = calloc((size_t)argc + 2, sizeof(*arguments));

	if (!arguments) {
		fputs("fpgacl: serve: out of memory\n", stderr);
		return TOOL_FAILED;
	}
	arguments[0] = (char *)worker;
	memcpy(arguments + 1, argv, (size_t)argc * sizeof(*argv));
	exec_neighbour(arguments);
	execvp(worker, arguments);
	fprintf(stderr,
		"fpgacl: serve: %s: %s; it is not built yet, or libmicrohttpd or jansson is not installed\n",
		worker, strerror(errno));
	free(arguments);
	return TOOL_FAILED;
}
