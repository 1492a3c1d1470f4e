/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_SEAL_H
#define FCLC_SEAL_H

#include <stddef.h>

#include "tools/fpgaclc/common/mem.h"

/*
 * The last line of a .xo file's head and the empty line after it:
 *
 *	sha256 <digest of the lines before this one and of all that follows the empty line>
 */
struct fclc_sealed {
	char *body; /* what follows the empty line */
	size_t size;
};

/* Ends the head in `out` with the line, and adds the body. */
void fclc_seal(struct fclc_text *out, const char *body, size_t size);

/*
 * Makes `text` the head alone, without that line, and finds the body. NULL if the digest is right,
 * otherwise what is wrong, with `text` left as it was.
 */
const char *fclc_unseal(char *text, size_t size, struct fclc_sealed *ret_sealed);

#endif
