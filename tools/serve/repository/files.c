/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 30 };

static uint64_t most = UINT64_MAX;
static _Atomic uint64_t held;

/* The limit of a container; UINT64_MAX: none is known. */
static uint64_t container_limit(void)
{
	FILE *file = fopen("/sys/fs/cgroup/memory.max", "re");
	uint64_t limit = UINT64_MAX;

	if (!file)
		return limit;
	if (fscanf(file, "%" SCNu64, &limit) != 1) /* "max" */
		limit = UINT64_MAX;
	fclose(file);
	return limit;
}

static uint64_t half_of_memory(void)
{
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
	uint64_t memory = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
	uint64_t limit = container_limit();

	return (memory < limit ? memory : limit) / 2;
}

void fcl_serve_files_limit(uint64_t bytes)
{
	most = bytes ? bytes : half_of_memory();
}

static bool files_charge(uint64_t bytes)
{
	uint64_t before = atomic_load(&held);

	while (bytes <= most && before <= most - bytes)
		if (atomic_compare_exchange_weak(&held, &before, before + bytes))
			return true;
	return false;
}

static char *files_allocate(const char *path, uint64_t size, struct fcl_err *err)
{
	char *bytes;

	if (!files_charge(size)) {
		fcl_err_set(err, -ENOMEM,
			    "%" PRIu64 " bytes of '%s' do not fit: the files of all loaded models "
			    "may have %" PRIu64 " MiB (--max-files), and %" PRIu64
			    " MiB are in use",
			    size, path, most >> 20, atomic_load(&held) >> 20);
		return NULL;
	}
	bytes = malloc(size ? size : 1);
	if (!bytes) {
		atomic_fetch_sub(&held, size);
		fcl_err_set(err, -ENOMEM, "cannot read '%s': out of memory", path);
	}
	return bytes;
}

/* Returns 0 or a negative errno: -ENODATA if the file has become shorter. */
static int files_read_part(int fd, char *bytes, size_t size, int64_t offset)
{
	for (size_t at = 0; at < size;) {
		size_t left = size - at < CHUNK ? size - at : CHUNK;
		ssize_t got = pread(fd, bytes + at, left, offset + (int64_t)at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got ? -errno : -ENODATA;
		at += (size_t)got;
	}
	return 0;
}

static char *read_from(int fd, const char *path, int64_t offset, int64_t size, size_t *ret_size,
		       struct fcl_err *err)
{
	struct stat facts;
	char *bytes;
	int error;

	if (fstat(fd, &facts) || !S_ISREG(facts.st_mode)) {
		fcl_err_set(err, -EINVAL, "cannot read '%s': it is not a regular file", path);
		return NULL;
	}
	if (offset > facts.st_size || (size > 0 && size > facts.st_size - offset)) {
		fcl_err_set(err, -EINVAL,
			    "the file has %" PRId64 " bytes, and does not reach to offset %" PRId64
			    " with %" PRId64 " bytes",
			    (int64_t)facts.st_size, offset, size > 0 ? size : 1);
		return NULL;
	}
	*ret_size = (size_t)(size > 0 ? size : facts.st_size - offset);
	bytes = files_allocate(path, *ret_size, err);
	error = bytes ? files_read_part(fd, bytes, *ret_size, offset) : 0;
	if (!error)
		return bytes;
	fcl_serve_file_free(bytes, *ret_size);
	fcl_err_set(err, error, "cannot read '%s': %s", path, strerror(-error));
	return NULL;
}

char *fcl_serve_file_read(const char *path, int64_t offset, int64_t size, size_t *ret_size,
			  struct fcl_err *err)
{
	/* O_NONBLOCK: a pipe is refused and not waited for. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	char *bytes;

	if (fd < 0) {
		fcl_err_set(err, -errno, "cannot read '%s': %s", path, strerror(errno));
		return NULL;
	}
	bytes = read_from(fd, path, offset, size, ret_size, err);
	close(fd);
	return bytes;
}

void fcl_serve_file_free(char *bytes, size_t size)
{
	if (!bytes)
		return;
	free(bytes);
	atomic_fetch_sub(&held, size);
}
