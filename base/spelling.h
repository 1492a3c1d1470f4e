/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_SPELLING_H
#define FCL_BASE_SPELLING_H

#include <stddef.h>

/* Which known word a misspelt one resembles. */

enum { FCL_SPELLING_MOST = 100 }; /* letters of the misspelt word */

/*
 * The edit distance: letters to change, add or remove to turn the first `length` letters of `word`,
 * at most FCL_SPELLING_MOST, into `other`.
 */
size_t fcl_spelling_distance(const char *word, size_t length, const char *other);

#endif
