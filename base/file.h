/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_FILE_H
#define FCL_BASE_FILE_H

#include <stddef.h>

#include "base/err.h"

/*
 * Reads all that the path gives, up to `most` bytes (SIZE_MAX: no limit): a file, which may grow
 * meanwhile, or a pipe to its end. *ret_bytes comes from malloc() and has a zero byte behind its
 * *ret_size bytes, of which there may be none. -EISDIR for a folder, -EFBIG for more than `most`
 * bytes, or what the system answers.
 */
int fcl_file_read(const char *path, size_t most, char **ret_bytes, size_t *ret_size,
		  struct fcl_err *err);

/*
 * Puts the bytes into the file of that name, whole or not at all: whoever opens the path finds the
 * old contents or the new ones. A symbolic link stays and its target is replaced; a device or a
 * pipe is written to. What a crash of the machine leaves is up to the file system.
 */
int fcl_file_write(const char *path, const void *bytes, size_t size, struct fcl_err *err);

#endif
