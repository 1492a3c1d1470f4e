/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trust.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/un.h>
#include <time.h>

#include "base/folder.h"
#include "base/trust_rules.h"

static int trust_explain(enum fcl_trust_verdict verdict, const char *what, const char *path,
			 const struct stat *facts, struct fcl_err *err)
{
	switch (verdict) {
	case FCL_TRUST_GOOD:
		return 0;
	case FCL_TRUST_NO_FOLDER:
		return fcl_err_set(err, -ENOTDIR, "%s is not a folder", path);
	case FCL_TRUST_NO_FILE:
		return fcl_err_set(err, -EPERM, "%s is not a regular file", path);
	case FCL_TRUST_OPEN:
		return fcl_err_set(
			err, -EPERM,
			"other users may write to the folder %s (mode %03o); remove that right",
			path, (unsigned)facts->st_mode & 0777);
	default:
		return fcl_err_set(
			err, -EPERM,
			"the %s %s belongs to user %u; it must belong to user %u or to root", what,
			path, (unsigned)facts->st_uid, (unsigned)geteuid());
	}
}

int fcl_trust_folder(const char *path, struct fcl_err *err)
{
	struct stat facts;

	if (stat(path, &facts))
		return fcl_err_set(err, -errno, "cannot examine the folder %s: %s", path,
				   strerror(errno));
	return trust_explain(fcl_trust_judge_own_folder(&facts), "folder", path, &facts, err);
}

static void trust_folder_of(const char *path, char *ret_folder, size_t size)
{
	const char *slash = strrchr(path, '/');

	snprintf(ret_folder, size, "%.*s", slash > path ? (int)(slash - path) : 1,
		 slash ? path : ".");
}

int fcl_trust_folder_of(const char *path, uid_t *ret_owner, struct fcl_err *err)
{
	char folder[PATH_MAX];
	struct stat facts;

	trust_folder_of(path, folder, sizeof(folder));
	if (!ret_owner)
		return fcl_trust_folder(folder, err);
	if (stat(folder, &facts))
		return fcl_err_set(err, -errno, "cannot examine the folder %s: %s", folder,
				   strerror(errno));
	*ret_owner = facts.st_uid;
	return trust_explain(fcl_trust_judge_folder(&facts), "folder", folder, &facts, err);
}

int fcl_trust_make_folder(const char *path, struct fcl_err *err)
{
	struct stat facts;

	if (mkdir(path, 0700) && errno != EEXIST)
		return fcl_err_set(err, -errno, "cannot create the folder %s: %s", path,
				   strerror(errno));
	if (lstat(path, &facts))
		return fcl_err_set(err, -errno, "cannot examine the folder %s: %s", path,
				   strerror(errno));
	return trust_explain(fcl_trust_judge_own_folder(&facts), "folder", path, &facts, err);
}

int fcl_trust_lock_folder_of(const char *path, int *ret_fd, struct fcl_err *err)
{
	enum { TRIES = 500 };
	const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
	char folder[PATH_MAX];
	int error = 0, fd;

	trust_folder_of(path, folder, sizeof(folder));
	error = fcl_folder_make(folder);
	if (error)
		return fcl_err_set(err, error, "cannot create the folder %s: %s", folder,
				   strerror(-error));
	error = fcl_trust_folder(folder, err);
	if (error)
		return error;
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return fcl_err_set(err, -errno, "cannot open the folder %s: %s", folder,
				   strerror(errno));
	for (int i = 0; (error = flock(fd, LOCK_EX | LOCK_NB)) && i < TRIES; i++)
		nanosleep(&pause, NULL);
	if (error) {
		close(fd);
		return fcl_err_set(err, -EBUSY, "another process keeps the folder %s locked",
				   folder);
	}
	*ret_fd = fd;
	return 0;
}

int fcl_trust_peer(int fd, uid_t owner, struct fcl_err *err)
{
	struct ucred peer;
	enum fcl_trust_verdict verdict = fcl_trust_judge_peer(fd, owner, &peer);

	if (verdict == FCL_TRUST_GOOD)
		return 0;
	if (verdict == FCL_TRUST_UNKNOWN)
		return fcl_err_set(err, -EPERM, "the other side of a socket is unknown: %s",
				   strerror(errno));
	return fcl_err_set(err, -EPERM,
			   "process %d at the other end of the socket belongs to user %u; it must "
			   "belong to user %u or to root",
			   (int)peer.pid, (unsigned)peer.uid, (unsigned)geteuid());
}

int fcl_trust_open(const char *path, int flags, mode_t mode, int *ret_fd, struct fcl_err *err)
{
	/* A pipe's open() would wait, and that of a device may have effects. */
	int fd = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, mode);
	int error = errno;
	struct stat facts;

	if (fd < 0)
		return error == ELOOP ? fcl_err_set(err, -EPERM, "%s is a symbolic link", path)
				      : fcl_err_set(err, -error, "cannot open %s: %s", path,
						    strerror(error));
	error = fstat(fd, &facts)
			? fcl_err_set(err, -errno, "cannot examine %s: %s", path, strerror(errno))
			: trust_explain(fcl_trust_judge_file(&facts), "file", path, &facts, err);
	if (error)
		close(fd);
	else
		*ret_fd = fd;
	return error;
}

/* Opens what is there already, which cannot become something else after it has been examined. */
static int open_existing(const char *path, int flags, struct fcl_err *err)
{
	int place = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC), fd;
	char again[64];
	struct stat facts;

	if (place < 0 || fstat(place, &facts))
		fd = -errno;
	else if (S_ISLNK(facts.st_mode))
		fd = fcl_err_set(err, -EPERM, "%s is a symbolic link in a folder of other users",
				 path);
	else if (!fcl_trust_is_user(facts.st_uid))
		fd = trust_explain(FCL_TRUST_FOREIGN, "file", path, &facts, err);
	else {
		snprintf(again, sizeof(again), "/proc/self/fd/%d", place);
		fd = open(again, flags & ~(O_CREAT | O_NOFOLLOW));
		if (fd < 0)
			fd = -errno;
	}
	if (place >= 0)
		close(place);
	return fd;
}

int fcl_trust_output(const char *path, int flags, mode_t mode, struct fcl_err *err)
{
	enum { TRIES = 16 }; /* while others create and remove it */
	struct fcl_err unread;
	char folder[PATH_MAX];
	struct stat facts;
	bool shared;
	int fd = -ENOENT;

	err = err ? err : &unread;
	fcl_err_clear(err);
	flags |= O_CLOEXEC;
	trust_folder_of(path, folder, sizeof(folder));
	shared = !stat(folder, &facts) && fcl_trust_is_shared(&facts);
	for (int i = 0; shared && fd == -ENOENT && i < TRIES; i++) {
		fd = open_existing(path, flags, err);
		if (fd != -ENOENT || !(flags & O_CREAT))
			break;
		fd = open(path, flags | O_EXCL | O_NOFOLLOW, mode);
		fd = fd >= 0 ? fd : errno == EEXIST ? -ENOENT : -errno;
	}
	if (!shared) {
		fd = open(path, flags, mode);
		fd = fd >= 0 ? fd : -errno;
	}
	if (fd < 0 && !err->code)
		fcl_err_set(err, fd, "%s", strerror(-fd));
	return fd;
}

/* --- sockets ---------------------------------------------------------------------------------- */

int fcl_trust_probe(const char *path, int type)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd, error = 0;

	if (strlen(path) >= sizeof(address.sun_path))
		return -ENAMETOOLONG;
	strcpy(address.sun_path, path);
	fd = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	if (connect(fd, (const struct sockaddr *)&address, sizeof(address)))
		error = -errno;
	close(fd);
	return error;
}

int fcl_trust_clear_socket(const char *path, int type, struct fcl_err *err)
{
	struct stat facts;

	if (lstat(path, &facts))
		return 0;
	if (!S_ISSOCK(facts.st_mode))
		return fcl_err_set(err, -EEXIST, "%s exists and is not a socket", path);
	if (!fcl_trust_is_user(facts.st_uid))
		return trust_explain(FCL_TRUST_FOREIGN, "socket", path, &facts, err);
	/*
	 * Anything but a refused connection counts as in use: a socket of another type, or one with a
	 * full backlog.
	 */
	if (fcl_trust_probe(path, type) != -ECONNREFUSED)
		return fcl_err_set(err, -EADDRINUSE, "another program is listening at %s", path);
	unlink(path);
	return 0;
}
