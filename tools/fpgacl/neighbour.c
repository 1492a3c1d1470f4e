/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/neighbour.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/fpgacl/common/status.h"

/* Runs the program next to this one, where both are built and installed. */
static void exec_beside(const char *program, char **arguments)
{
	char path[PATH_MAX + NAME_MAX];
	ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
	char *slash;

	if (length <= 0 || length >= PATH_MAX)
		return;
	path[length] = '\0';
	slash = strrchr(path, '/');
	if (!slash)
		return;
	strcpy(slash + 1, program);
	execv(path, arguments);
}

int fcl_tool_neighbour(const char *command, const char *why, int argc, char **argv)
{
	char **arguments = calloc((size_t)argc + 2, sizeof(*arguments));
	char program[NAME_MAX];

	if (!arguments) {
		fprintf(stderr, "fpgacl: %s: out of memory\n", command);
		return TOOL_FAILED;
	}
	snprintf(program, sizeof(program), "fpgacl-%s", command);
	arguments[0] = program;
	memcpy(arguments + 1, argv, (size_t)argc * sizeof(*argv));
	exec_beside(program, arguments);
	execvp(program, arguments);
	fprintf(stderr, "fpgacl: %s: %s: %s; it is not built yet%s\n", command, program,
		strerror(errno), why);
	free(arguments);
	return TOOL_FAILED;
}
