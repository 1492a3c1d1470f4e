/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_FILES_H
#define FCL_SERVE_FILES_H

#include <stdint.h>

#include "base/err.h"

/*
 * The files of models, which stay in memory as long as a model is loaded. Their total is limited,
 * so that a repository that is too large is refused and does not end the worker.
 */

/* Sets the limit for all files together; 0: half of the memory that this process may have. */
void fcl_serve_files_limit(uint64_t bytes);

/*
 * Reads a regular file from `offset`: `size` bytes, or the rest if it is negative. NULL: `err` has
 * the reason. The caller releases the bytes with fcl_serve_file_free().
 */
char *fcl_serve_file_read(const char *path, int64_t offset, int64_t size, size_t *ret_size,
			  struct fcl_err *err);

/* NULL is permitted. */
void fcl_serve_file_free(char *bytes, size_t size);

#endif
