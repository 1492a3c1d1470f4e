/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/memory.h"

#include <stdatomic.h>
#include <stdlib.h>

struct fcl_serve_memory {
	atomic_uint refs;
	void (*release)(void *data);
	void *data;
};

struct fcl_serve_memory *fcl_serve_memory_create(void (*release)(void *data), void *data)
{
	struct fcl_serve_memory *memory = malloc(sizeof(*memory));

	if (!memory)
		return NULL;
	atomic_init(&memory->refs, 1);
	memory->release = release;
	memory->data = data;
	return memory;
}

struct fcl_serve_memory *fcl_serve_memory_ref(struct fcl_serve_memory *memory)
{
	atomic_fetch_add(&memory->refs, 1);
	return memory;
}

void fcl_serve_memory_unref(struct fcl_serve_memory *memory)
{
	if (!memory || atomic_fetch_sub(&memory->refs, 1) != 1)
		return;
	memory->release(memory->data);
	free(memory);
}
