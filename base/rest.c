/* SPDX-License-Identifier: Apache-2.0 */
#include "base/rest.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * A thread that sleeps at two looks, and was not scheduled between them, has slept all the time. So if
 * that holds for all threads, and their second looks come after all first ones, there was a moment in
 * which all of them slept. The kernel counts how often each has been scheduled.
 */

enum { STATUS_BYTES = 4096, NAME_BYTES = 32 };

struct look {
	uint64_t threads; /* other than the caller */
	uint64_t times;   /* how often the kernel has scheduled all of them, in total */
};

static uint64_t status_number(const char *text, const char *key)
{
	const char *at = strstr(text, key);

	return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

/* Adds a thread to the look; false: it does not sleep, or it has just ended. */
static bool look_at(int folder, const char *thread, struct look *look)
{
	char name[NAME_BYTES], text[STATUS_BYTES];
	const char *state;
	ssize_t length;
	int file;

	snprintf(name, sizeof(name), "%.20s/status", thread);
	file = openat(folder, name, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return false;
	length = read(file, text, sizeof(text) - 1);
	close(file);
	if (length <= 0)
		return false;
	text[length] = '\0';
	state = strstr(text, "\nState:\t");
	if (!state || state[8] != 'S')
		return false;
	look->threads++;
	/* The line feed matters: "nonvoluntary_" ends like the first key. */
	look->times += status_number(text, "\nvoluntary_ctxt_switches:") +
		       status_number(text, "\nnonvoluntary_ctxt_switches:");
	return true;
}

/* 1: all other threads sleep; 0: one does not; or a negative errno. */
static int look_at_all(struct look *ret_look)
{
	const struct dirent *entry;
	char own[NAME_BYTES];
	DIR *folder = opendir("/proc/self/task");
	int rest = 1;

	if (!folder)
		return -errno;
	*ret_look = (struct look){0};
	snprintf(own, sizeof(own), "%d", (int)gettid());
	while (rest && (entry = readdir(folder)))
		if (*entry->d_name != '.' && strcmp(entry->d_name, own) != 0)
			rest = look_at(dirfd(folder), entry->d_name, ret_look);
	closedir(folder);
	return rest;
}

int fcl_threads_rest(void)
{
	struct look first, second;
	int rest = look_at_all(&first);

	if (rest == 1)
		rest = look_at_all(&second);
	if (rest != 1)
		return rest;
	return first.threads == second.threads && first.times == second.times;
}
