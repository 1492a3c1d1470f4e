/* SPDX-License-Identifier: Apache-2.0 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

#define CHUNK ((size_t)1 << 20) /* the most bytes of one read() or write() */
#define GUESS ((size_t)1 << 16) /* initial buffer size if the file's size is unknown */

static int fail(struct fcl_err *err, const char *verb, const char *path, int error)
{
	return fcl_err_set(err, -error, "cannot %s '%s': %s", verb, path, strerror(error));
}

/* Appends one read(). 0 or -errno. */
static int read_some(int fd, size_t most, struct fcl_text *text, bool *ret_end)
{
	/*
	 * One byte over the limit distinguishes a file that is too large from one that just fits.
	 */
	size_t left = most - text->size < CHUNK ? most - text->size + 1 : CHUNK, room;
	ssize_t got;

	room = text->room > text->size ? text->room - text->size - 1 : 0;
	if (!room) {
		if (!fcl_text_reserve(text, 1))
			return -ENOMEM;
		room = text->room - text->size - 1;
	}
	got = read(fd, text->bytes + text->size, room < left ? room : left);
	if (got < 0)
		return errno == EINTR ? 0 : -errno;
	text->size += (size_t)got;
	*ret_end = !got;
	return text->size > most ? -EFBIG : 0;
}

static int read_all(int fd, size_t most, struct fcl_text *text)
{
	struct stat info;
	bool end = false;
	int error = 0;

	if (fstat(fd, &info))
		return -errno;
	if (S_ISDIR(info.st_mode))
		return -EISDIR;
	/*
	 * Room for one more byte, so that the read() that finds the end of the file does not grow
	 * the buffer.
	 */
	if (S_ISREG(info.st_mode) && info.st_size > 0 && (uint64_t)info.st_size <= most)
		fcl_text_reserve(text, (size_t)info.st_size + 1);
	else
		fcl_text_reserve(text, GUESS);
	while (!error && !end)
		error = read_some(fd, most, text, &end);
	if (!error && !fcl_text_reserve(text, 0)) /* an empty file needs the zero byte, too */
		return -ENOMEM;
	return error;
}

/* Reads all from a descriptor, and closes it. */
static int read_and_close(int fd, const char *path, size_t most, char **ret_bytes, size_t *ret_size,
			  struct fcl_err *err)
{
	struct fcl_text text = {0};
	int error = read_all(fd, most, &text);

	close(fd);
	if (!error) {
		text.bytes[text.size] = '\0';
		*ret_bytes = text.bytes;
		*ret_size = text.size;
		return 0;
	}
	fcl_text_free(&text);
	if (error == -EFBIG)
		return fcl_err_set(err, error,
				   "cannot read '%s': expected at most %zu bytes, found more", path,
				   most);
	return fail(err, "read", path, -error);
}

int fcl_file_read(const char *path, size_t most, char **ret_bytes, size_t *ret_size,
		  struct fcl_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	if (fd < 0)
		return fail(err, "read", path, errno);
	return read_and_close(fd, path, most, ret_bytes, ret_size, err);
}

int fcl_file_read_regular(const char *path, size_t most, char **ret_bytes, size_t *ret_size,
			  struct fcl_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat facts;

	if (fd < 0)
		return fail(err, "read", path, errno);
	if (!fstat(fd, &facts) && S_ISREG(facts.st_mode))
		return read_and_close(fd, path, most, ret_bytes, ret_size, err);
	close(fd);
	return fcl_err_set(err, -EINVAL, "cannot read '%s': it is not a regular file", path);
}

int fcl_file_write_all(int fd, const void *bytes, size_t size)
{
	const char *at = bytes;

	while (size) {
		ssize_t written = write(fd, at, size < CHUNK ? size : CHUNK);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return written ? -errno : -EIO;
		at += written;
		size -= (size_t)written;
	}
	return 0;
}

int fcl_file_write_at(int fd, const void *bytes, size_t size, uint64_t offset)
{
	const char *at = bytes;

	while (size) {
		ssize_t written = pwrite(fd, at, size < CHUNK ? size : CHUNK, (off_t)offset);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return written ? -errno : -EIO;
		at += written;
		offset += (uint64_t)written;
		size -= (size_t)written;
	}
	return 0;
}

int fcl_file_in_memory(const char *name, const void *bytes, size_t size, int *ret_fd)
{
	int fd, error;

	if (!fcl_file_size_allowed(size))
		return -EFBIG;
	fd = memfd_create(name, MFD_CLOEXEC);
	if (fd < 0)
		return -errno;
	error = fcl_file_write_at(fd, bytes, size, 0);
	if (error)
		close(fd);
	else
		*ret_fd = fd;
	return error;
}

enum { MODE = 0777, DEFAULT_MODE = -1 };

/* 0 or errno. `mode` is for a new file; DEFAULT_MODE: what the process's umask leaves. */
static int write_to(const char *path, int flags, int mode, const void *bytes, size_t size)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags,
		      mode == DEFAULT_MODE ? 0666 : mode);
	int error;

	if (fd < 0)
		return errno;
	/* Without the umask's restrictions, where the file system keeps modes. */
	if (mode != DEFAULT_MODE)
		(void)!fchmod(fd, (mode_t)mode);
	error = -fcl_file_write_all(fd, bytes, size);
	if (close(fd) && !error)
		error = errno;
	return error;
}

/* 0 or errno. The temporary file is next to the target; its name is unique to this call. */
static int replace(const char *path, int mode, const void *bytes, size_t size)
{
	static atomic_uint calls;
	char *beside;
	int error;

	if (asprintf(&beside, "%s.%ld-%u.tmp", path, (long)getpid(), atomic_fetch_add(&calls, 1)) <
	    0)
		return ENOMEM;
	error = write_to(beside, O_CREAT | O_EXCL, mode, bytes, size);
	if (!error && rename(beside, path))
		error = errno;
	if (error && error != EEXIST) /* EEXIST: the file is not ours */
		unlink(beside);
	free(beside);
	return error;
}

int fcl_file_write(const char *path, const void *bytes, size_t size, struct fcl_err *err)
{
	char *target = realpath(path, NULL); /* NULL: does not exist yet */
	struct stat old;
	bool exists = target && !stat(target, &old);
	int error;

	if (exists && !S_ISREG(old.st_mode))
		error = write_to(target, 0, DEFAULT_MODE, bytes, size);
	else
		error = replace(target ? target : path,
				exists ? (int)(old.st_mode & MODE) : DEFAULT_MODE, bytes, size);
	free(target);
	return error ? fail(err, "write", path, error) : 0;
}

bool fcl_file_size_allowed(uint64_t size)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY ||
	       size <= limit.rlim_cur;
}

bool fcl_file_append_allowed(int fd, size_t bytes)
{
	struct stat facts;

	if (fstat(fd, &facts) || !S_ISREG(facts.st_mode))
		return true;
	return fcl_file_size_allowed((uint64_t)facts.st_size + bytes);
}
