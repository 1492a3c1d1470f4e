/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_CACHE_H
#define FCLC_COMMON_CACHE_H

#include <nettle/sha2.h>

#include "tools/fpgaclc/common/program.h"

/*
 * Caches the results of earlier runs, keyed by a digest of everything that they depend on. An entry
 * is one file, which appears atomically and carries a digest of its contents; a damaged entry
 * counts as a miss. Several compilers may share the directory. When it exceeds its limit, the least
 * recently used entries are removed. A second directory beside the program, which --prepare fills,
 * is read-only.
 */

/* Finds the directories; leaves both unset if the run uses no cache. */
void fclc_cache_open(struct fclc_program *program);

/* Accumulates what a result depends on. The order of additions matters. */
struct fclc_key {
	const struct fclc_program *program;
	struct sha256_ctx context;
};

void fclc_key_begin(struct fclc_key *key, const struct fclc_program *program, const char *kind);
/* Adds the text, with the temporary directory's name replaced by a placeholder. */
void fclc_key_text(struct fclc_key *key, const char *text);
void fclc_key_bytes(struct fclc_key *key, const char *bytes, size_t size);
/* Adds the file's size and time, or its absence: enough for files that packages install. */
void fclc_key_stamp(struct fclc_key *key, const char *path);
/* Adds the file's contents, or its absence. */
void fclc_key_file(struct fclc_key *key, const char *path);
/* The same for a cached result, which may contain the name of another run's temporary directory. */
void fclc_key_result(struct fclc_key *key, const char *path);
/* Returns the entry's name. Nothing can be added to the key after this. */
const char *fclc_key_end(struct fclc_key *key);

struct fclc_blob {
	char *bytes; /* followed by a NUL byte */
	size_t size;
};

/* Loads an entry's `count` parts. Returns false if there is no intact entry. */
bool fclc_cache_load(struct fclc_program *program, const char *name, struct fclc_blob *ret_parts,
		     uint32_t count);

/* Stores an entry. A failure to store is ignored. */
void fclc_cache_store(struct fclc_program *program, const char *name, const struct fclc_blob *parts,
		      uint32_t count);

/* The same for an entry with one text; NULL if there is none. */
const char *fclc_cache_load_text(struct fclc_program *program, const char *name);
void fclc_cache_store_text(struct fclc_program *program, const char *name, const char *text);

#endif
