/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_EXTENSIONS_H
#define FCLC_OPENCL_EXTENSIONS_H

#include <stddef.h>

/* Functions that clang's headers declare, but that are parts of extensions or features that no device of ours has. */
struct fclc_absent {
	const char *prefix;  /* of the functions' names */
	const char *feature; /* that they are a part of */
	const char *instead; /* what source code can do */
};

/* NULL: the function with this symbol, of `length` characters, is none of these. Else its name is found, too. */
const struct fclc_absent *fclc_find_absent(const char *symbol, size_t length, const char **ret_name,
					   size_t *ret_length);

#endif
