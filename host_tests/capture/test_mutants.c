/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "host_tests/capture/mutants.h"
#include "tools/replay/devices.h"
#include "tools/replay/images.h"
#include "tools/replay/names.h"
#include "tools/replay/run.h"

/*
 * Repeats captures with wrong bytes, each in a process of its own: capture_mutants <capture> <count>
 * [first]. Whatever they ask for, no process crashes, and none takes long.
 */

enum { PATIENCE_S = 60, ENDED = 3 /* the exit status of one that gives up */ };

static int repeat(const char *path)
{
	struct fcl_replay replay = {.path = path, .until = UINT64_MAX};
	struct fcl_capture *capture = NULL;
	struct fcl_err err;

	alarm(PATIENCE_S);
	if (fcl_capture_read(path, &capture, &err))
		return ENDED;
	replay.capture = capture;
	if (fcl_names_read(&replay, &err) || fcl_images_open(&replay, NULL, 0, &err) ||
	    fcl_replay_choose(&replay, &err) || fcl_replay_run(&replay, &err))
		return ENDED;
	fcl_replay_end(&replay);
	fcl_images_close(&replay);
	fcl_capture_free(capture);
	return 0;
}

/* A part of them is cut, too. */
static int write_mutant(const char *bytes, size_t size, unsigned number, const char *path)
{
	char *copy = malloc(size);
	size_t length;
	int error;

	if (!copy)
		return -ENOMEM;
	memcpy(copy, bytes, size);
	mutants_seed(number);
	length = number % 7 ? size : mutants_random() % size;
	mutants_make(copy, size, number);
	error = fcl_file_write(path, copy, length, NULL);
	free(copy);
	return error;
}

/* What became of them; those that wait for what is not there are ended by their alarm. */
static unsigned repeated, refused, slow;

static bool is_sound(int status)
{
	bool late = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
	bool whole = WIFEXITED(status) && !WEXITSTATUS(status);
	bool given_up = WIFEXITED(status) && WEXITSTATUS(status) == ENDED;

	repeated += whole;
	refused += given_up;
	slow += late;
	return whole || given_up || late;
}

static int try_mutant(const char *bytes, size_t size, unsigned number)
{
	char path[64];
	int status = 0;
	pid_t child;

	snprintf(path, sizeof(path), "mutant-%ld.fclcap", (long)getpid());
	if (write_mutant(bytes, size, number, path))
		return 1;
	child = fork();
	if (!child) {
		if (!freopen("/dev/null", "w", stdout))
			_exit(1);
		_exit(repeat(path));
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		return 1;
	unlink(path);
	if (!is_sound(status)) {
		printf("mutant %u: the replay ends with status 0x%x\n", number, (unsigned)status);
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	unsigned count, first, bad = 0;
	char *bytes = NULL;
	size_t size = 0;

	if (argc < 3 || fcl_file_read(argv[1], SIZE_MAX, &bytes, &size, NULL) || !size)
		return 2;
	count = (unsigned)atoi(argv[2]);
	first = argc > 3 ? (unsigned)atoi(argv[3]) : 1;
	for (unsigned i = first; i < first + count; i++)
		bad += (unsigned)try_mutant(bytes, size, i);
	printf("%u mutants: %u repeated, %u refused, %u too slow, %u bad\n", count, repeated,
	       refused, slow, bad);
	free(bytes);
	return bad || !repeated;
}
