/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/reload/loader.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"

enum { MOST_BYTES = 64 << 10, PAUSE_US = 10000 };

/* --- who may say it ---------------------------------------------------------------------------- */

static int check_owner(const char *path, const struct stat *about, uid_t owner, struct fcl_err *err)
{
	if (about->st_uid == owner && !(about->st_mode & (S_IWGRP | S_IWOTH)))
		return 0;
	return fcl_err_set(
		err, -EPERM,
		"%s: expected it to belong to user %u and to be writable for nobody else, found user %u and mode %04o",
		path, (unsigned)owner, (unsigned)about->st_uid, about->st_mode & 07777);
}

/* Whoever can write to the folder can put another file there. */
static int loader_check_folder(const char *path, uid_t owner, struct fcl_err *err)
{
	const char *slash = strrchr(path, '/');
	char folder[512];
	struct stat about;

	if (snprintf(folder, sizeof(folder), "%.*s", slash ? (int)(slash - path) : 0, path) >=
		    (int)sizeof(folder) ||
	    !*folder)
		return fcl_err_set(err, -EINVAL, "%s: expected a whole path", path);
	if (stat(folder, &about))
		return fcl_err_set(err, -errno, "%s: %s", folder, strerror(errno));
	return check_owner(folder, &about, owner, err);
}

static int read_allowed(const char *path, uid_t owner, char **ret_text, struct fcl_err *err)
{
	struct stat about;
	size_t size;
	int fd, error;

	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd < 0)
		return fcl_err_set(err, errno == ENOENT ? -ENOENT : -EPERM, "%s: %s", path,
				   strerror(errno));
	error = fstat(fd, &about) ? fcl_err_set(err, -errno, "%s: %s", path, strerror(errno)) : 0;
	if (!error && !S_ISREG(about.st_mode))
		error = fcl_err_set(err, -EPERM, "%s: expected a regular file", path);
	if (!error)
		error = check_owner(path, &about, owner, err);
	if (!error)
		error = loader_check_folder(path, owner, err);
	if (error) {
		close(fd);
		return error;
	}
	return fcl_file_read_open(fd, path, MOST_BYTES, ret_text, &size, err);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* The line that begins with the card's address, as a text of its own. */
static char *find_line(const char *text, const char *address)
{
	size_t length = strlen(address);

	while (*text) {
		size_t line = strcspn(text, "\n"), blank = strspn(text, " \t");

		if (!strncmp(text + blank, address, length) &&
		    (text[blank + length] == ' ' || text[blank + length] == '\t'))
			return strndup(text + blank + length, line - blank - length);
		text += line + (text[line] == '\n');
	}
	return NULL;
}

static int split(struct fcl_pcie_loader *loader, const char *path, struct fcl_err *err)
{
	unsigned count = 0;
	bool file = false;
	char *rest = loader->line, *word;

	while ((word = strsep(&rest, " \t"))) {
		if (!*word)
			continue;
		if (count == FCL_PCIE_LOADER_ARGS)
			return fcl_err_set(err, -EINVAL, "%s: expected at most %d arguments", path,
					   FCL_PCIE_LOADER_ARGS - 1);
		file |= !strcmp(word, "%f");
		loader->args[count++] = word;
	}
	if (count && *loader->args[0] == '/' && file)
		return 0;
	return fcl_err_set(
		err, -EINVAL,
		"%s: expected a card's address, the whole path of a program, and arguments with %%f",
		path);
}

static int check_program(const char *program, uid_t owner, struct fcl_err *err)
{
	struct stat about;

	if (stat(program, &about) || !S_ISREG(about.st_mode) || !(about.st_mode & S_IXUSR))
		return fcl_err_set(err, -EINVAL, "%s: expected a program", program);
	if (check_owner(program, &about, owner, err))
		return -EPERM;
	return loader_check_folder(program, owner, err);
}

int fcl_pcie_loader_find(const char *path, uid_t owner, const char *address,
			 struct fcl_pcie_loader **ret_loader, struct fcl_err *err)
{
	struct fcl_pcie_loader *loader;
	char *text, *line;
	int error = read_allowed(path, owner, &text, err);

	if (error)
		return error;
	line = find_line(text, address);
	free(text);
	if (!line)
		return fcl_err_set(err, -ENOENT, "%s has no line for %s", path, address);
	loader = calloc(1, sizeof(*loader));
	if (!loader) {
		free(line);
		return fcl_err_set(err, -ENOMEM, "no memory for a line");
	}
	loader->line = line;
	error = split(loader, path, err);
	if (!error)
		error = check_program(loader->args[0], owner, err);
	if (error)
		fcl_pcie_loader_free(loader);
	else
		*ret_loader = loader;
	return error;
}

void fcl_pcie_loader_free(struct fcl_pcie_loader *loader)
{
	if (!loader)
		return;
	free(loader->line);
	free(loader);
}

/* --- running ---------------------------------------------------------------------------------- */

/* A folder of this run: the bitstream and what the program says. */
struct room {
	char folder[64], bitstream[96], output[96];
};

static int loader_make_room(struct room *room, const void *bytes, size_t size, struct fcl_err *err)
{
	int fd, error;

	strcpy(room->folder, "/tmp/fpgacl-load-XXXXXX");
	if (!mkdtemp(room->folder))
		return fcl_err_set(err, -errno, "no folder in /tmp: %s", strerror(errno));
	/* Loaders go by the suffix. */
	snprintf(room->bitstream, sizeof(room->bitstream), "%s/design.bit", room->folder);
	snprintf(room->output, sizeof(room->output), "%s/output", room->folder);
	fd = open(room->bitstream, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return fcl_err_set(err, -errno, "%s: %s", room->bitstream, strerror(errno));
	error = fcl_file_write_all(fd, bytes, size);
	close(fd);
	return error ? fcl_err_set(err, error, "%s: %s", room->bitstream, strerror(-error)) : 0;
}

static void remove_room(const struct room *room)
{
	unlink(room->bitstream);
	unlink(room->output);
	rmdir(room->folder);
}

/* Nothing of the host's environment, signals or descriptors but these. */
static int loader_start(const struct fcl_pcie_loader *loader, const struct room *room,
			pid_t *ret_child)
{
	static char path[] = "PATH=/usr/sbin:/usr/bin:/sbin:/bin", language[] = "LC_ALL=C";
	char *environment[] = {path, language, NULL};
	char *args[FCL_PCIE_LOADER_ARGS + 1] = {0};
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t all, none;
	int error;

	for (unsigned i = 0; loader->args[i]; i++)
		args[i] = strcmp(loader->args[i], "%f") ? loader->args[i]
							: (char *)(uintptr_t)room->bitstream;
	sigfillset(&all);
	sigemptyset(&none);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, room->output, O_WRONLY | O_CREAT, 0600);
	posix_spawn_file_actions_adddup2(&files, 1, 2);
	posix_spawnattr_init(&how);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
					       POSIX_SPAWN_SETPGROUP);
	posix_spawnattr_setsigdefault(&how, &all);
	posix_spawnattr_setsigmask(&how, &none);
	error = posix_spawn(ret_child, args[0], &files, &how, args, environment);
	posix_spawnattr_destroy(&how);
	posix_spawn_file_actions_destroy(&files);
	return -error;
}

/* The last line that is not empty. Progress is written over the line before. */
static void read_end(const struct room *room, char text[200])
{
	struct fcl_err ignored;
	char *output, *line;
	size_t size;

	*text = '\0';
	if (fcl_file_read_regular(room->output, 16u << 20, &output, &size, &ignored))
		return;
	while (size && strchr("\r\n ", output[size - 1]))
		output[--size] = '\0';
	line = output + size;
	while (line > output && line[-1] != '\n' && line[-1] != '\r')
		line--;
	snprintf(text, 200, ": %s", line);
	fcl_text_make_printable(text);
	free(output);
}

/* A host that ignores SIGCHLD, or waits for all children, takes the status; what follows tells then. */
static int loader_await(pid_t child, unsigned seconds, int *ret_status)
{
	uint64_t until = fcl_now_ns() + seconds * UINT64_C(1000000000);
	pid_t ended;

	*ret_status = 0;
	while (!(ended = waitpid(child, ret_status, WNOHANG)) || (ended < 0 && errno == EINTR)) {
		if (fcl_now_ns() > until) {
			kill(-child, SIGKILL);
			waitpid(child, ret_status, 0);
			return -ETIMEDOUT;
		}
		fcl_pause_us(PAUSE_US);
	}
	return 0;
}

int fcl_pcie_loader_run(const struct fcl_pcie_loader *loader, const void *bytes, size_t size,
			unsigned seconds, struct fcl_err *err)
{
	struct room room = {.folder = ""};
	int error = loader_make_room(&room, bytes, size, err), status;
	char end[200];
	pid_t child;

	if (!error) {
		error = loader_start(loader, &room, &child);
		if (error)
			fcl_err_set(err, error, "%s cannot be run: %s", loader->args[0],
				    strerror(-error));
	}
	if (!error && loader_await(child, seconds, &status)) {
		error = fcl_err_set(err, -ETIMEDOUT, "%s has not ended in %u s, and was ended",
				    loader->args[0], seconds);
	} else if (!error && status) {
		read_end(&room, end);
		error = fcl_err_set(err, -EIO, "%s failed (%s %d)%s", loader->args[0],
				    WIFEXITED(status) ? "exit status" : "signal",
				    WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status),
				    end);
	}
	remove_room(&room);
	return error;
}
