/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_FILE_H
#define FCL_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * Reads a whole file, which may be growing, or a pipe until its end, but at most `most` bytes
 * (SIZE_MAX: no limit). *ret_bytes comes from malloc() and has a zero byte after its *ret_size
 * bytes, which may be 0. -EISDIR: a folder; -EFBIG: more than `most` bytes; or the system's error.
 */
int fcl_file_read(const char *path, size_t most, char **ret_bytes, size_t *ret_size,
		  struct fcl_err *err);

/*
 * The same for regular files only (-EINVAL for others), so it never waits for the writer of a pipe.
 */
int fcl_file_read_regular(const char *path, size_t most, char **ret_bytes, size_t *ret_size,
			  struct fcl_err *err);

/* The same for a descriptor, which is closed. */
int fcl_file_read_open(int fd, const char *path, size_t most, char **ret_bytes, size_t *ret_size,
		       struct fcl_err *err);

/*
 * Writes the bytes to the file of that name, all or nothing: a reader that opens the path finds the
 * old contents or the new. A symbolic link is kept, and its target replaced; a device or a pipe is
 * written to. There is no fsync(): after a crash of the machine, the contents depend on the file
 * system.
 */
int fcl_file_write(const char *path, const void *bytes, size_t size, struct fcl_err *err);

/* The same in pieces: after an error, fcl_file_put() does nothing and fcl_file_end() returns it. */
struct fcl_file_output {
	int fd, error;
	char *target, *beside; /* `beside` is renamed to `target` at the end */
};

void fcl_file_begin(struct fcl_file_output *out, const char *path);
void fcl_file_put(struct fcl_file_output *out, const void *bytes, size_t size);
int fcl_file_end(struct fcl_file_output *out, const char *path, struct fcl_err *err);

/*
 * Creates a file without a name on the disk of the working directory, which is gone when its last
 * descriptor is closed. The descriptor, or -errno.
 */
int fcl_file_unnamed(void);

/* Writes all of the bytes. 0 or a negative errno. */
int fcl_file_write_all(int fd, const void *bytes, size_t size);

/* The same from that offset of a file on; the file's position stays. */
int fcl_file_write_at(int fd, const void *bytes, size_t size, uint64_t offset);

/*
 * Creates a file in memory (a memfd of that name) with these bytes; the caller closes it. -EFBIG:
 * the process's file size limit is lower.
 */
int fcl_file_in_memory(const char *name, const void *bytes, size_t size, int *ret_fd);

/*
 * Whether the process's limit (RLIMIT_FSIZE, `ulimit -f`) allows a file of this size. A write or an
 * ftruncate() beyond it raises SIGXFSZ, which kills the host; the limit applies to memfds, too.
 */
bool fcl_file_size_allowed(uint64_t size);

/* Whether this many bytes may be appended; true if the descriptor is not a regular file. */
bool fcl_file_append_allowed(int fd, size_t bytes);

#endif
