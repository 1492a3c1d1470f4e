/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/model/names.h"

#include <stdlib.h>
#include <string.h>

static int names_compare(const void *left, const void *right)
{
	const struct fcl_image_name *a = left, *b = right;
	int order = strcmp(a->name, b->name);

	return order ? order : (a->index > b->index) - (a->index < b->index);
}

void fcl_image_names_sort(struct fcl_image_name *names, size_t count)
{
	if (count)
		qsort(names, count, sizeof(*names), names_compare);
}

const char *fcl_image_names_duplicate(const struct fcl_image_name *names, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (!strcmp(names[i - 1].name, names[i].name))
			return names[i].name;
	}
	return NULL;
}

/* Compares `name`, of the given length, with the zero-terminated `other`. */
static int compare_counted(const char *name, size_t length, const char *other)
{
	int order = strncmp(name, other, length);

	return order ? order : -(other[length] != '\0');
}

bool fcl_image_names_find(const struct fcl_image_name *names, size_t count, const char *name,
			  size_t length, uint32_t *ret_index)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = compare_counted(name, length, names[middle].name);

		if (!order) {
			*ret_index = names[middle].index;
			return true;
		}
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}
