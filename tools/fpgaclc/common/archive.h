/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_ARCHIVE_H
#define FCLC_COMMON_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

struct fcl_err;

/*
 * Zip archives, as the vendor's .xo files are. Nothing here knows the compiler, so that other tools read them too.
 */

bool fclc_archive_is(const char *bytes, size_t size);

/* Whether a file's name contains ".." and so may lead out of its folder. */
bool fclc_archive_climbs(const char *name);

struct fclc_archive_reader {
	void *data;
	/* Whether a file is to be unpacked. */
	bool (*wants)(void *data, const char *name);
	/* Takes a file that is; `contents` has a zero byte after `size`. 0, or what ends the reading. */
	int (*take)(void *data, const char *name, const char *contents, size_t size,
		    struct fcl_err *err);
};

/*
 * Gives the reader each file in the archive of `size` bytes at `bytes`; a name never leads out of a folder. -EINVAL:
 * the archive is damaged, implausibly large, or has names that do.
 */
int fclc_archive_read(const char *bytes, size_t size, const struct fclc_archive_reader *reader,
		      struct fcl_err *err);

#endif
