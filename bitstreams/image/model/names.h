/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_NAMES_H
#define FCL_IMAGE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sorted names, so that lookups among thousands of CUs need no linear scan. */
struct fcl_image_name {
	const char *name;
	uint32_t index; /* the caller's index of the name */
};

/* Sorts the entries by name, equal names by index. */
void fcl_image_names_sort(struct fcl_image_name *names, size_t count);

/* Returns the first name that occurs twice in sorted entries, or NULL. */
const char *fcl_image_names_duplicate(const struct fcl_image_name *names, size_t count);

/* Looks up a name of `length` characters in sorted entries. */
bool fcl_image_names_find(const struct fcl_image_name *names, size_t count, const char *name,
			  size_t length, uint32_t *ret_index);

#endif
