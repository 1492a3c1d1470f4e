/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/map.h"

#include <errno.h>
#include <stdlib.h>

#include "runtime/core/objects/host_side.h"
#include "runtime/core/objects/span.h"

#include "runtime/core/objects/host_side.h"

static void map_enlist(struct fcl_map *map)
{
	struct fcl_context *context = map->mem->context;

	if (!context->mixes)
		return;
	pthread_mutex_lock(&context->lock);
	map->next_mixed = context->mapped;
	context->mapped = map;
	pthread_mutex_unlock(&context->lock);
}

static void map_unlist(const struct fcl_map *map)
{
	struct fcl_context *context = map->mem->context;
	struct fcl_map **link = &context->mapped;

	if (!context->mixes)
		return;
	pthread_mutex_lock(&context->lock);
	while (*link != map)
		link = &(*link)->next_mixed;
	*link = map->next_mixed;
	pthread_mutex_unlock(&context->lock);
}

struct fcl_mem *fcl_mem_mapped_at(struct fcl_context *context, const void *pointer)
{
	struct fcl_mem *found = NULL;

	if (!context->mixes)
		return NULL;
	pthread_mutex_lock(&context->lock);
	for (const struct fcl_map *map = context->mapped; map && !found; map = map->next_mixed)
		if (map->pointer == pointer && fcl_object_try_ref(map->mem))
			found = map->mem;
	pthread_mutex_unlock(&context->lock);
	return found;
}

uint32_t fcl_mem_map_count(struct fcl_mem *mem)
{
	uint32_t count;

	pthread_mutex_lock(&mem->lock);
	count = mem->map_count;
	pthread_mutex_unlock(&mem->lock);
	return count;
}

int fcl_mem_map(struct fcl_mem *mem, uint64_t offset, uint64_t size, cl_map_flags flags,
		void **ret_pointer)
{
	struct fcl_map *map = malloc(sizeof(*map));
	char *host;

	pthread_mutex_lock(&mem->root->lock);
	host = map ? fcl_mem_make_host(mem->root) : NULL;
	if (host)
		atomic_fetch_add(&mem->root->mapped, 1);
	pthread_mutex_unlock(&mem->root->lock);
	if (!host) {
		free(map);
		return -ENOMEM;
	}
	*map = (struct fcl_map){.pointer = host + mem->origin + offset,
				.mem = mem,
				.offset = offset,
				.size = size,
				.flags = flags};
	pthread_mutex_lock(&mem->lock);
	map->next = mem->maps;
	mem->maps = map;
	mem->map_count++;
	pthread_mutex_unlock(&mem->lock);
	*ret_pointer = map->pointer;
	map_enlist(map);
	return 0;
}

void fcl_mem_map_arrived(struct fcl_mem *mem, const void *pointer, uint64_t size,
			 cl_map_flags flags)
{
	struct fcl_map *map;

	pthread_mutex_lock(&mem->lock);
	map = mem->maps;
	while (map && (map->arrived || map->pointer != pointer || map->size != size ||
		       map->flags != flags))
		map = map->next;
	if (map)
		map->arrived = true;
	pthread_mutex_unlock(&mem->lock);
}

bool fcl_mem_map_has_arrived(struct fcl_mem *mem, const struct fcl_map *map)
{
	bool arrived;

	pthread_mutex_lock(&mem->lock);
	arrived = map->arrived;
	pthread_mutex_unlock(&mem->lock);
	return arrived;
}

void fcl_mem_touch_mapped(struct fcl_mem *mem)
{
	struct fcl_mem *root = mem->root;

	pthread_mutex_lock(&mem->lock);
	if (mem != root)
		pthread_mutex_lock(&root->lock);
	for (const struct fcl_map *map = mem->maps; map; map = map->next) {
		uint64_t start = mem->origin + map->offset;

		if (map->arrived && map->flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION) &&
		    !fcl_span_reserve(root))
			fcl_span_set(root, start, start + map->size, 0, 1u << FCL_SIDE_HOST);
	}
	if (mem != root)
		pthread_mutex_unlock(&root->lock);
	pthread_mutex_unlock(&mem->lock);
}

struct fcl_map *fcl_mem_begin_unmap(struct fcl_mem *mem, const void *pointer)
{
	struct fcl_map *map;

	pthread_mutex_lock(&mem->lock);
	map = mem->maps;
	while (map && (map->leaving || map->pointer != pointer))
		map = map->next;
	if (map) {
		map->leaving = true;
		mem->map_count--;
	}
	pthread_mutex_unlock(&mem->lock);
	return map;
}

void fcl_mem_cancel_unmap(struct fcl_mem *mem, struct fcl_map *map)
{
	pthread_mutex_lock(&mem->lock);
	map->leaving = false;
	mem->map_count++;
	pthread_mutex_unlock(&mem->lock);
}

void fcl_mem_end_unmap(struct fcl_mem *mem, struct fcl_map *map)
{
	struct fcl_map **link = &mem->maps;

	pthread_mutex_lock(&mem->lock);
	while (*link != map)
		link = &(*link)->next;
	*link = map->next;
	pthread_mutex_unlock(&mem->lock);
	atomic_fetch_sub(&mem->root->mapped, 1);
	map_unlist(map);
	free(map);
}

void fcl_mem_forget_maps(struct fcl_mem *mem)
{
	while (mem->maps) {
		struct fcl_map *map = mem->maps;

		mem->maps = map->next;
		map_unlist(map);
		free(map);
		atomic_fetch_sub(&mem->root->mapped, 1);
	}
}
