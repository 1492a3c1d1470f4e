/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/objects.h"

#include <stdbool.h>
#include <stdlib.h>

enum { MOST = 1 << 20 }; /* limit for a client */

/* Doubles the table. The new objects are free, the lowest number first. */
static bool table_grow(struct fcl_bd_table *table)
{
	uint32_t size = table->size ? table->size * 2 : 64;
	struct fcl_bd_object *objects;

	if (size > MOST)
		return false;
	objects = realloc(table->objects, size * sizeof(*objects));
	if (!objects)
		return false;
	for (uint32_t at = table->size; at < size; at++)
		objects[at] = (struct fcl_bd_object){.next_free = at + 1 < size ? at + 2 : 0};
	table->objects = objects;
	table->free = table->size + 1;
	table->size = size;
	return true;
}

uint32_t fcl_bd_table_add(struct fcl_bd_table *table, const struct fcl_bd_object *object)
{
	uint32_t number;

	if (!table->free && !table_grow(table))
		return 0;
	number = table->free;
	table->free = table->objects[number - 1].next_free;
	table->objects[number - 1] = *object;
	return number;
}

struct fcl_bd_object *fcl_bd_table_at(const struct fcl_bd_table *table, uint64_t number)
{
	if (!number || number > table->size || !table->objects[number - 1].pointer)
		return NULL;
	return &table->objects[number - 1];
}

void fcl_bd_table_remove(struct fcl_bd_table *table, uint64_t number)
{
	table->objects[number - 1] = (struct fcl_bd_object){.next_free = table->free};
	table->free = (uint32_t)number;
}
