/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_DEPS_H
#define FCLC_COMMON_DEPS_H

#include "tools/fpgaclc/common/cache.h"
#include "tools/fpgaclc/common/driver.h"

/* The files that a compiler's run has read. */
struct fclc_deps {
	const char **list;
	uint32_t count, capacity;
};

/* Reads the rule "target: file file ..." that the compiler wrote. False: it cannot be read. */
bool fclc_deps_read(struct fclc_program *program, const char *path, struct fclc_deps *ret_deps);

/* As text, one a line, without the temporary folder's name; and back. */
const char *fclc_deps_text(const struct fclc_program *program, const struct fclc_deps *deps);
void fclc_deps_parse(const struct fclc_program *program, const char *text,
		     struct fclc_deps *ret_deps);

/*
 * Adds the contents of all these files, and which names the compiler would find before or beside
 * them in the folders that it searches: a new header there hides another.
 */
void fclc_deps_add(const struct fclc_program *program, const struct fclc_deps *deps,
		   const struct fclc_argv *argv, struct fclc_key *key);

/*
 * Whether the same contents give the same result: none changed since `began`, and no source asks
 * for the time or whether a file exists.
 */
bool fclc_deps_are_lasting(const struct fclc_program *program, const struct fclc_deps *deps,
			   struct timespec began);

/* Whether a package has installed the file: its size and time distinguish it from another version. */
bool fclc_is_installed(const char *path);

/* A file of the temporary directory, whose name is different in each run. */
bool fclc_is_temporary(const struct fclc_program *program, const char *path);

#endif
