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

static int file_fail(struct fcl_err *err, const char *verb, const char *path, int error)
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

static int file_read_all(int fd, size_t most, struct fcl_text *text)
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

int fcl_file_read_open(int fd, const char *path, size_t most, char **ret_bytes, size_t *ret_size,
		       struct fcl_err *err)
{
	struct fcl_text text = {0};
	int error = file_read_all(fd, most, &text);

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
	return file_fail(err, "read", path, -error);
}

int fcl_file_read(const char *path, size_t most, char **ret_bytes, size_t *ret_size,
		  struct fcl_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	if (fd < 0)
		return file_fail(err, "read", path, errno);
	return fcl_file_read_open(fd, path, most, ret_bytes, ret_size, err);
}

int fcl_file_read_regular(const char *path, size_t most, char **ret_bytes, size_t *ret_size,
			  struct fcl_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat facts;

	if (fd < 0)
		return file_fail(err, "read", path, errno);
	if (!fstat(fd, &facts) && S_ISREG(facts.st_mode))
		return fcl_file_read_open(fd, path, most, ret_bytes, ret_size, err);
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

enum { MODE = 0777 };

/* Opens a new file beside the target; its name is unique to this call. 0 or errno. */
static int open_beside(struct fcl_file_output *out, mode_t mode)
{
	static atomic_uint calls;
	int error;

	if (asprintf(&out->beside, "%s.%ld-%u.tmp", out->target, (long)getpid(),
		     atomic_fetch_add(&calls, 1)) < 0) {
		out->beside = NULL;
		return ENOMEM;
	}
	out->fd = open(out->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	if (out->fd >= 0)
		return 0;
	/* Whatever is there is not ours. */
	error = errno;
	free(out->beside);
	out->beside = NULL;
	return error;
}

void fcl_file_begin(struct fcl_file_output *out, const char *path)
{
	char *target = realpath(path, NULL); /* NULL: does not exist yet */
	struct stat old;
	bool exists = target && !stat(target, &old);

	*out = (struct fcl_file_output){.fd = -1, .target = target ? target : strdup(path)};
	if (!out->target) {
		out->error = ENOMEM;
	} else if (exists && !S_ISREG(old.st_mode)) {
		out->fd = open(target, O_WRONLY | O_CLOEXEC | O_NOCTTY);
		out->error = out->fd < 0 ? errno : 0;
	} else {
		out->error = open_beside(out, exists ? old.st_mode & MODE : 0666);
		/* Without the umask's restrictions, where the file system keeps modes. */
		if (!out->error && exists)
			(void)!fchmod(out->fd, old.st_mode & MODE);
	}
}

void fcl_file_put(struct fcl_file_output *out, const void *bytes, size_t size)
{
	if (!out->error && !fcl_file_append_allowed(out->fd, size))
		out->error = EFBIG;
	if (!out->error)
		out->error = -fcl_file_write_all(out->fd, bytes, size);
}

int fcl_file_end(struct fcl_file_output *out, const char *path, struct fcl_err *err)
{
	int error = out->error;

	if (out->fd >= 0 && close(out->fd) && !error)
		error = errno;
	if (!error && out->beside && rename(out->beside, out->target))
		error = errno;
	if (error && out->beside)
		unlink(out->beside);
	free(out->target);
	free(out->beside);
	return error ? file_fail(err, "write", path, error) : 0;
}

int fcl_file_write(const char *path, const void *bytes, size_t size, struct fcl_err *err)
{
	struct fcl_file_output out;

	fcl_file_begin(&out, path);
	fcl_file_put(&out, bytes, size);
	return fcl_file_end(&out, path, err);
}

int fcl_file_unnamed(void)
{
	char name[] = ".fpgacl-XXXXXX";
	int fd = open(".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd >= 0)
		return fd;
	/* Not all file systems can create one without a name. */
	fd = mkostemp(name, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	unlink(name);
	return fd;
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
