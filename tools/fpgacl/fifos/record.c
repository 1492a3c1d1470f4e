/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings of a run, in a folder for the time of the command. */
#include "tools/fpgacl/fifos/record.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "tools/fpgacl/common/status.h"

/* What the run prints is no part of the answer. */
static void run_child(const char *folder, const char *image, int argc, char **argv)
{
	char **all = calloc((size_t)argc + 4, sizeof(*all));

	if (!all || setenv("FPGACL_CYCLES_RECORD", folder, 1) || dup2(2, 1) < 0)
		_exit(TOOL_FAILED);
	all[0] = (char *)"fpgacl";
	all[1] = (char *)"run";
	all[2] = (char *)image;
	memcpy(all + 3, argv, (size_t)argc * sizeof(*argv));
	execv("/proc/self/exe", all);
	fprintf(stderr, "fpgacl: fifos: cannot run '%s': %s\n", image, strerror(errno));
	_exit(TOOL_FAILED);
}

static int run_image(const char *folder, const char *image, int argc, char **argv)
{
	pid_t child = fork();
	int status;

	if (!child)
		run_child(folder, image, argc, argv);
	if (child < 0)
		return TOOL_FAILED;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return TOOL_FAILED;
	return WIFEXITED(status) ? WEXITSTATUS(status) : TOOL_FAILED;
}

/* The number that ends the name of a recording. */
static unsigned long number_of(const struct dirent *entry)
{
	const char *dash = strrchr(entry->d_name, '-');

	return dash ? strtoul(dash + 1, NULL, 10) : 0;
}

static int by_number(const struct dirent **a, const struct dirent **b)
{
	unsigned long one = number_of(*a), other = number_of(*b);

	return (one > other) - (one < other);
}

static int is_recording(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static char *path_of(const char *folder, const char *name)
{
	struct fcl_text path = {0};

	fcl_text_format(&path, "%s/%s", folder, name);
	return path.failed ? NULL : path.bytes;
}

/* Takes them all, and leaves an empty folder. */
static int take_all(const char *folder,
		    int (*take)(const char *path, const char *name, const void *context),
		    const void *context)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, is_recording, by_number), status = TOOL_OK;

	for (int i = 0; i < count; i++) {
		char *path = path_of(folder, entries[i]->d_name);

		if (!status)
			status = path ? take(path, entries[i]->d_name, context) : TOOL_FAILED;
		if (path)
			unlink(path);
		free(path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	if (count > 0)
		return status;
	fprintf(stderr,
		"fpgacl: fifos: the run has left no recording; kernels have to be compiled for hw_emu or with "
		"--cycles, and the board must not be shared with other processes\n");
	return TOOL_FAILED;
}

int fcl_tool_fifos_record(const char *image, int argc, char **argv,
			  int (*take)(const char *path, const char *name, const void *context),
			  const void *context)
{
	const char *parent = getenv("TMPDIR");
	char *folder = path_of(parent && *parent ? parent : "/tmp", "fpgacl-fifos-XXXXXX");
	int status = TOOL_FAILED;

	if (!folder || !mkdtemp(folder)) {
		fprintf(stderr, "fpgacl: fifos: cannot create a folder for recordings: %s\n",
			strerror(errno));
	} else {
		status = run_image(folder, image, argc, argv);
		if (!status)
			status = take_all(folder, take, context);
		rmdir(folder);
	}
	free(folder);
	return status;
}
