/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_NAMES_H
#define FCLC_COMMON_NAMES_H

#include <stdbool.h>

#include "tools/fpgaclc/common/mem.h"

/* Names and the number of each, for lists too long to search; zeroed, it is empty. */
struct fclc_names {
	struct fclc_name {
		const char *text; /* NULL: free */
		uint32_t number;
	} * slots;
	uint32_t count, capacity; /* the capacity is a power of two, or 0 */
};

#define FCLC_NO_NAME UINT32_MAX

/* As C has them: letters, digits and underscores, and no digit first. */
bool fclc_is_identifier(const char *text);

/* The number of a name, or FCLC_NO_NAME. */
uint32_t fclc_names_find(const struct fclc_names *names, const char *text);
/* Adds a name that is not there; the text is not copied. */
void fclc_names_add(struct fclc_arena *arena, struct fclc_names *names, const char *text,
		    uint32_t number);

#endif
