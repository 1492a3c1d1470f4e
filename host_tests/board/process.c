/* SPDX-License-Identifier: Apache-2.0 */
#include "process.h"

#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "hal/board/client/backend.h"
#include "hal/board/wire/socket.h"
#include "host_tests/image/cmocka_all.h"

const char *process_tool;
pid_t process_board;
static char folder[] = "/tmp/fpgacl-board.XXXXXX";

pid_t process_start_with(const char *name, const char *const *options)
{
	const char *words[24] = {process_tool, "board", "start",       "emu:u250",
				 "--name",     name,    "--foreground"};
	pid_t pid;

	for (unsigned i = 0, at = 7; options[i] && at + 1 < sizeof(words) / sizeof(*words); i++)
		words[at++] = options[i];
	pid = fork();
	if (!pid) {
		execv(process_tool, (char *const *)(uintptr_t)words);
		_exit(127);
	}
	return pid;
}

pid_t process_start(const char *name, const char *option)
{
	return process_start_with(name, (const char *const[]){option, NULL});
}

bool process_is_up(const char *name)
{
	struct fcl_bd_state state;

	return !fcl_bd_query(name, &state, NULL);
}

void process_wait_up(const char *name)
{
	for (int i = 0; i < PROCESS_PATIENCE && !process_is_up(name); i++)
		fcl_pause_us(10000);
	assert_true(process_is_up(name));
}

int process_end(pid_t pid)
{
	int status = -1;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

int process_set_up(void)
{
	if (!mkdtemp(folder) || setenv("XDG_RUNTIME_DIR", folder, 1))
		return -1;
	process_board = process_start("t", NULL);
	process_wait_up("t");
	return 0;
}

int process_take_down(void)
{
	struct fcl_err err = {0};
	char path[PATH_MAX];
	int error = fcl_bd_stop("t", &err);

	error |= process_end(process_board);
	snprintf(path, sizeof(path), "%s/fpgacl", folder);
	/* This fails if a socket is left. */
	return error || rmdir(path) || rmdir(folder) ? -1 : 0;
}

unsigned process_descriptors(pid_t pid)
{
	unsigned count = 0;
	char path[64];
	DIR *list;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	list = opendir(path);
	assert_non_null(list);
	while (readdir(list))
		count++;
	closedir(list);
	return count;
}
