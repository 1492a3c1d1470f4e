/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_DEPS_H
#define FCLC_COMMON_DEPS_H

#include "tools/fpgaclc/common/cache.h"
#include "tools/fpgaclc/common/driver.h"

/* The files that a compiler run has read. */
struct fclc_deps {
	const char **list;
	uint32_t count, capacity;
};

/*
 * Reads the make rule "target: file file ..." that the compiler wrote. False if it cannot be read.
 */
bool fclc_deps_read(struct fclc_program *program, const char *path, struct fclc_deps *ret_deps);

/* Converts to and from text, one file a line, without the temporary directory's name. */
const char *fclc_deps_text(const struct fclc_program *program, const struct fclc_deps *deps);
void fclc_deps_parse(const struct fclc_program *program, const char *text,
		     struct fclc_deps *ret_deps);

/*
 * Adds the contents of all these files to the key. Also adds which files in the searched
 * directories could shadow them, because a new header there changes the result.
 */
void fclc_deps_add(const struct fclc_program *program, const struct fclc_deps *deps,
		   const struct fclc_argv *argv, struct fclc_key *key);

/*
 * Whether the result can be reused as long as the files do not change: none was modified since
 * `began`, and no source uses the time or tests for a file's existence.
 */
bool fclc_deps_are_lasting(const struct fclc_program *program, const struct fclc_deps *deps,
			   struct timespec began);

/* Whether a package installed the file; then its size and time identify the version. */
bool fclc_is_installed(const char *path);

/* Whether it is the temporary directory, whose name differs in each run, or in it. */
bool fclc_is_temporary(const struct fclc_program *program, const char *path);

#endif
