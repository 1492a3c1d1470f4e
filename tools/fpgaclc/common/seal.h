/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_SEAL_H
#define FCLC_SEAL_H

#include <stddef.h>

#include "tools/fpgaclc/common/mem.h"

/*
 * A .xo file begins with a text header, which ends with this line and an empty one:
 *
 *	sha256 <digest of the lines before this one and of everything after the empty line>
 */
struct fclc_sealed {
	char *body; /* what follows the empty line */
	size_t size;
};

/* Appends the digest line, an empty line and the body to the header in `out`. */
void fclc_seal(struct fclc_text *out, const char *body, size_t size);

/*
 * Checks the digest. If it is right, truncates `text` to the header without the digest line, finds
 * the body, and returns NULL. Otherwise returns what is wrong and leaves `text` unchanged.
 */
const char *fclc_unseal(char *text, size_t size, struct fclc_sealed *ret_sealed);

#endif
