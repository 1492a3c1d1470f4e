/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_ARCHIVE_H
#define FCLC_COMMON_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

struct fcl_err;

/*
 * Reads Zip archives, which is what the vendor's .xo files are. Independent of the compiler, so
 * that other tools can use it.
 */

bool fclc_archive_is(const char *bytes, size_t size);

/* Whether a file name contains "..", with which it could leave its directory. */
bool fclc_archive_climbs(const char *name);

struct fclc_archive_reader {
	void *data;
	/* Whether to unpack a file. */
	bool (*wants)(void *data, const char *name);
	/*
	 * Takes an unpacked file; a NUL byte follows the `size` bytes of `contents`. Returns 0, or
	 * an error, which ends the reading.
	 */
	int (*take)(void *data, const char *name, const char *contents, size_t size,
		    struct fcl_err *err);
};

/*
 * Passes each file in the archive (`size` bytes at `bytes`) to the reader. Returns -EINVAL if the
 * archive is damaged or implausibly large, or if a file name leads out of its directory.
 */
int fclc_archive_read(const char *bytes, size_t size, const struct fclc_archive_reader *reader,
		      struct fcl_err *err);

#endif
