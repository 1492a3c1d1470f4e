/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_NAMES_H
#define FCLC_COMMON_NAMES_H

#include <stdbool.h>

#include "tools/fpgaclc/common/mem.h"

/* A hash table from names to numbers. Zero-initialised, it is empty. */
struct fclc_names {
	struct fclc_name {
		const char *text; /* NULL if the entry is free */
		uint32_t number;
	} * entries;
	uint32_t count, capacity; /* the capacity is a power of two, or 0 */
};

#define FCLC_NO_NAME UINT32_MAX

/*
 * Whether the text is an identifier of C: letters, digits and underscores, not starting with a
 * digit.
 */
bool fclc_is_identifier(const char *text);

/* Returns the name's number, or FCLC_NO_NAME. */
uint32_t fclc_names_find(const struct fclc_names *names, const char *text);
/* Adds a name that is not in the table yet. Does not copy the text. */
void fclc_names_add(struct fclc_arena *arena, struct fclc_names *names, const char *text,
		    uint32_t number);

#endif
