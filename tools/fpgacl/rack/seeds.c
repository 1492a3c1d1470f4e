/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/rack/seeds.h"

#include <errno.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/fpgacl/common/status.h"

enum { NOT_RUN = 127, SIGNALS = 128 }; /* exit statuses, as shells have them */

extern char **environ;

static int seeds_fail(const char *what, const char *text, const char *why)
{
	fprintf(stderr, "fpgacl: %s%s: %s\n", what, text, why);
	return TOOL_FAILED;
}

static const char *read_seed(const char *text, uint64_t *ret_seed)
{
	char *end;

	errno = 0;
	*ret_seed = strtoull(text, &end, 10);
	return end == text || *text == '-' || errno ? NULL : end;
}

static bool read_seeds(const char *text, uint64_t *ret_first, uint64_t *ret_last)
{
	const char *end = read_seed(text, ret_first);

	*ret_last = *ret_first;
	if (end && *end == '-')
		end = read_seed(end + 1, ret_last);
	return end && !*end && *ret_first <= *ret_last;
}

/* The exit status of the command; a negative errno: it could not be run. */
static int run_once(char **command, uint64_t seed)
{
	char text[32];
	int error, status;
	pid_t child;

	snprintf(text, sizeof(text), "%" PRIu64, seed);
	if (setenv("FPGACL_DETERMINISTIC", text, 1))
		return -errno;
	fflush(stdout);
	error = posix_spawnp(&child, command[0], NULL, NULL, command, environ);
	if (error)
		return -error;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return WIFEXITED(status) ? WEXITSTATUS(status) : SIGNALS + WTERMSIG(status);
}

int fcl_tool_rack_seeds(const char *rack, const char *seeds, char **command)
{
	uint64_t first, last, failed = 0;
	int status;

	if (!read_seeds(seeds, &first, &last))
		return seeds_fail("", seeds,
				  "expected a seed, or FIRST-LAST, after --deterministic");
	if (setenv("FPGACL_RACK", rack, 1))
		return seeds_fail("", rack, strerror(errno));
	for (uint64_t seed = first;; seed++) {
		status = run_once(command, seed);
		if (status < 0)
			return seeds_fail("cannot run ", command[0], strerror(-status));
		if (first == last)
			return status;
		if (status)
			printf("seed %" PRIu64 ": exit status %d\n", seed, status);
		failed += status != 0;
		if (status == NOT_RUN || seed == last)
			break;
	}
	printf("%" PRIu64 " of %" PRIu64 " seeds failed\n", failed, last - first + 1);
	return failed ? TOOL_FAILED : TOOL_OK;
}
