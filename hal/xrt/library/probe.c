/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/library/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "hal/xrt/library/load.h"

enum { REPLY_MAX = 64 * 1024 };

/* One run of the helper. */
struct helper {
	pid_t pid;
	int patience_ms;
	int reply; /* the reading end of the pipe for its output */
	char text[REPLY_MAX];
	size_t length;
};

/* Copies the environment, with this root. Only the first string is allocated. */
static char **make_environment(const char *root)
{
	size_t count = 0, kept = 1;
	char **table;

	while (environ && environ[count])
		count++;
	table = calloc(count + 2, sizeof(*table));
	if (!table || asprintf(&table[0], "XILINX_XRT=%s", root) < 0) {
		free(table);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		if (strncmp(environ[i], "XILINX_XRT=", 11) != 0)
			table[kept++] = environ[i];
	return table;
}

/* Resets signals that kill the helper, which the host may block or ignore. */
static void default_signals(posix_spawnattr_t *attributes)
{
	sigset_t none, all;

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_setsigmask(attributes, &none);
	posix_spawnattr_setsigdefault(attributes, &all);
	posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

/*
 * `input` becomes the helper's standard input; -1: none. Standard error is discarded: XRT writes to
 * it.
 */
static int probe_spawn(struct helper *helper, const char *path, char *const *arguments,
		       char **table, int input, int output)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	int error = posix_spawn_file_actions_init(&files);

	if (error)
		return error;
	error = posix_spawnattr_init(&attributes);
	if (!error) {
		default_signals(&attributes);
		if (input < 0)
			posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
		else
			posix_spawn_file_actions_adddup2(&files, input, 0);
		posix_spawn_file_actions_adddup2(&files, output, 1);
		posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
		error = posix_spawn(&helper->pid, path, &files, &attributes, arguments, table);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&files);
	return error;
}

static int probe_start(struct helper *helper, const char *root, const char *what, int input,
		       struct fcl_err *err)
{
	char folder[PATH_MAX - 32], path[PATH_MAX];
	char *arguments[] = {path, (char *)(uintptr_t)what, (char *)(uintptr_t)root, NULL};
	char **table;
	int ends[2], error = fcl_xrt_own_folder(folder, sizeof(folder), err);

	if (error)
		return error;
	snprintf(path, sizeof(path), "%s/fpgacl-probe-xrt", folder);
	table = make_environment(root);
	if (!table || pipe2(ends, O_CLOEXEC)) {
		if (table)
			free(table[0]);
		free(table);
		return fcl_err_set(err, -ENOMEM, "no memory or no file descriptors to run %s",
				   path);
	}
	error = probe_spawn(helper, path, arguments, table, input, ends[1]);
	free(table[0]);
	free(table);
	close(ends[1]);
	helper->reply = ends[0];
	if (error) {
		close(ends[0]);
		return fcl_err_set(err, -error, "cannot run %s: %s", path, strerror(error));
	}
	return 0;
}

static int64_t probe_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads the helper's output until it ends; false: it exceeded the time limit. */
static bool read_reply(struct helper *helper)
{
	int64_t until = probe_now_ms() + helper->patience_ms, left;

	while ((left = until - probe_now_ms()) > 0 && helper->length < sizeof(helper->text) - 1) {
		struct pollfd wait = {.fd = helper->reply, .events = POLLIN};
		ssize_t got;

		if (poll(&wait, 1, (int)left) <= 0)
			continue;
		got = read(helper->reply, helper->text + helper->length,
			   sizeof(helper->text) - 1 - helper->length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return true;
		helper->length += (size_t)got;
	}
	return false;
}

/* Describes how the helper ended, which is unknown if the host reaped it or ignores SIGCHLD. */
static void probe_reap(struct helper *helper, bool in_time, char *ret_end, size_t size)
{
	int status = 0;
	pid_t pid;

	if (!in_time)
		kill(helper->pid, SIGKILL);
	do
		pid = waitpid(helper->pid, &status, 0);
	while (pid < 0 && errno == EINTR);
	close(helper->reply);
	if (!in_time)
		snprintf(ret_end, size, "did not answer within %d ms", helper->patience_ms);
	else if (pid > 0 && WIFSIGNALED(status))
		snprintf(ret_end, size, "was killed by signal %d (%s)", WTERMSIG(status),
			 strsignal(WTERMSIG(status)));
	else
		snprintf(ret_end, size, "exited without an answer");
}

/* Runs the helper to its end. On success, helper->text is its reply without the last line. */
static int probe_run(struct helper *helper, const char *root, const char *what, int input,
		     struct fcl_err *err)
{
	char end[128], *last;
	int error = probe_start(helper, root, what, input, err);

	if (error)
		return error;
	probe_reap(helper, read_reply(helper), end, sizeof(end));
	helper->text[helper->length] = '\0';
	last = strstr(helper->text, "done\n");
	if (last && (last == helper->text || last[-1] == '\n')) {
		*last = '\0';
		return 0;
	}
	if (!strncmp(helper->text, "error ", 6)) {
		helper->text[strcspn(helper->text, "\n")] = '\0';
		return fcl_err_set(err, -EIO, "%s (root %s)", helper->text + 6, root);
	}
	return fcl_err_set(err, -EIO, "XRT with the root %s does not work: fpgacl-probe-xrt %s",
			   root, end);
}

static bool probe_add_board(struct fcl_xrt_boards *boards, char *line)
{
	struct fcl_xrt_board *grown = realloc(boards->boards,
					      (boards->count + 1) * sizeof(*boards->boards));
	char *tab = strchr(line, '\t');

	if (!grown)
		return false;
	boards->boards = grown;
	grown += boards->count++;
	if (tab)
		*tab = '\0';
	snprintf(grown->bdf, sizeof(grown->bdf), "%s", line);
	snprintf(grown->name, sizeof(grown->name), "%s", tab ? tab + 1 : "");
	return true;
}

int fcl_xrt_probe_boards(const char *root, int patience_ms, struct fcl_xrt_boards *ret_boards,
			 struct fcl_err *err)
{
	struct helper *helper = calloc(1, sizeof(*helper));
	struct fcl_xrt_boards boards = {0};
	char *rest, *line;
	int error;

	if (!helper)
		return fcl_err_set(err, -ENOMEM, "no memory to run fpgacl-probe-xrt");
	helper->patience_ms = patience_ms;
	error = probe_run(helper, root, "list", -1, err);
	for (line = error ? NULL : strtok_r(helper->text, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest))
		if (!strncmp(line, "board ", 6) && !probe_add_board(&boards, line + 6))
			error = fcl_err_set(err, -ENOMEM, "no memory for a list of boards");
	free(helper);
	if (error)
		fcl_xrt_boards_free(&boards);
	else
		*ret_boards = boards;
	return error;
}

void fcl_xrt_boards_free(struct fcl_xrt_boards *boards)
{
	free(boards->boards);
	*boards = (struct fcl_xrt_boards){0};
}

/* Creates an unnamed file that holds the image. */
static int image_file(const struct fcl_image *image, struct fcl_err *err)
{
	int file = -1, error;

	if (!fcl_file_size_allowed(image->bytes_size))
		return fcl_err_set(
			err, -EFBIG,
			"the image has %zu bytes, which is more than the limit on file sizes (RLIMIT_FSIZE, ulimit -f)",
			image->bytes_size);
	error = fcl_file_in_memory("xclbin", image->bytes, image->bytes_size, &file);
	return error ? fcl_err_set(err, -ENOMEM, "no memory for a copy of the image: %s",
				   strerror(-error))
		     : file;
}

int fcl_xrt_probe_image(const char *root, int patience_ms, const struct fcl_image *image,
			struct fcl_err *err)
{
	struct helper *helper = calloc(1, sizeof(*helper));
	int file, error;

	if (!helper)
		return fcl_err_set(err, -ENOMEM, "no memory to run fpgacl-probe-xrt");
	helper->patience_ms = patience_ms;
	file = image_file(image, err);
	error = file < 0 ? file : probe_run(helper, root, "parse", file, err);
	if (file >= 0)
		close(file);
	free(helper);
	if (error == -EIO) {
		fcl_err_prefix(err, "XRT does not accept the image");
		return -EINVAL;
	}
	return error;
}
