/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/objects.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 }; /* limit for a client */

uint32_t fcl_bd_table_add(struct fcl_bd_table *table, const struct fcl_bd_object *object)
{
	uint32_t at = table->first_free;

	while (at < table->size && table->objects[at].pointer)
		at++;
	if (at == table->size) {
		uint32_t size = table->size ? table->size * 2 : 64;
		struct fcl_bd_object *objects;

		if (size > MOST)
			return 0;
		objects = realloc(table->objects, size * sizeof(*objects));
		if (!objects)
			return 0;
		memset(objects + table->size, 0, (size - table->size) * sizeof(*objects));
		table->objects = objects;
		table->size = size;
	}
	table->objects[at] = *object;
	table->first_free = at + 1;
	return at + 1;
}

struct fcl_bd_object *fcl_bd_table_at(const struct fcl_bd_table *table, uint64_t number)
{
	if (!number || number > table->size || !table->objects[number - 1].pointer)
		return NULL;
	return &table->objects[number - 1];
}

void fcl_bd_table_remove(struct fcl_bd_table *table, uint64_t number)
{
	table->objects[number - 1].pointer = NULL;
	if (number - 1 < table->first_free)
		table->first_free = (uint32_t)(number - 1);
}
