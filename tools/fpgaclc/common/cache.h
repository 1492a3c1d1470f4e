/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_CACHE_H
#define FCLC_COMMON_CACHE_H

#include <nettle/sha2.h>

#include "tools/fpgaclc/common/program.h"

/*
 * Results of earlier runs, by a digest of everything that they depend on. An entry is one file,
 * which appears complete or not at all and carries a digest of its contents: a damaged one counts
 * as missing. Compilers may share the folder. When it exceeds its limit, the least recently used
 * entries are removed. A folder beside the program, which --prepare fills, is read too, and never
 * written.
 */

/* Finds the folders; a run without a cache has neither. */
void fclc_cache_open(struct fclc_program *program);

/* What a result depends on, in the order in which it is added. */
struct fclc_key {
	const struct fclc_program *program;
	struct sha256_ctx context;
};

void fclc_key_begin(struct fclc_key *key, const struct fclc_program *program, const char *kind);
/* Adds the text; the temporary folder's name in it does not count. */
void fclc_key_text(struct fclc_key *key, const char *text);
void fclc_key_bytes(struct fclc_key *key, const char *bytes, size_t size);
/* Adds the file's size and time, or that there is none: for files that packages install. */
void fclc_key_stamp(struct fclc_key *key, const char *path);
/* Adds what the file contains, or that there is none. */
void fclc_key_file(struct fclc_key *key, const char *path);
/* The same for what the cache keeps, which may contain the temporary folder of another run. */
void fclc_key_result(struct fclc_key *key, const char *path);
/* The name of the entry; the key cannot be added to any more. */
const char *fclc_key_end(struct fclc_key *key);

struct fclc_blob {
	char *bytes; /* with a zero byte after the last one */
	size_t size;
};

/* Whether there is a sound entry of `count` parts, and these parts. */
bool fclc_cache_load(struct fclc_program *program, const char *name, struct fclc_blob *ret_parts,
		     uint32_t count);

/* Stores an entry. Failing to store it is not an error of the run. */
void fclc_cache_store(struct fclc_program *program, const char *name, const struct fclc_blob *parts,
		      uint32_t count);

/* The same for one text; NULL if there is none. */
const char *fclc_cache_load_text(struct fclc_program *program, const char *name);
void fclc_cache_store_text(struct fclc_program *program, const char *name, const char *text);

#endif
