/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/core/objects/holdings.h"
#include "runtime/core/objects/pipe.h"
#include "runtime/core/objects/span.h"
#include "runtime/core/objects/svm.h"

enum { HOST_ALIGN = 4096 };

static bool has_host_contents(cl_mem_flags flags)
{
	return flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
}

/*
 * Allocates a host side, aligned for DMA and padded to whole pages, which it does not share with
 * other data.
 */
static void *allocate_host(uint64_t size)
{
	if (size > SIZE_MAX - HOST_ALIGN)
		return NULL;
	return aligned_alloc(HOST_ALIGN, (size + HOST_ALIGN - 1) / HOST_ALIGN * HOST_ALIGN);
}

static int init_root(struct fcl_mem *mem, void *host_ptr)
{
	bool contents = has_host_contents(mem->flags);

	mem->sides = calloc(mem->context->ndevices, sizeof(*mem->sides));
	/* Undefined contents count as valid on every side, so they are never copied. */
	if (!mem->sides || fcl_span_init(mem, contents ? 1u << FCL_SIDE_HOST : UINT64_MAX))
		return -ENOMEM;
	for (uint32_t i = 0; i < mem->context->ndevices; i++) {
		mem->sides[i].root = mem;
		atomic_init(&mem->sides[i].bank, FCL_HAL_BANK_DEFAULT);
	}
	if (mem->flags & CL_MEM_USE_HOST_PTR) {
		mem->host = mem->host_ptr = host_ptr;
		return 0;
	}
	if (!(mem->flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR)))
		return 0;
	mem->host = allocate_host(mem->size);
	mem->host_owned = true;
	if (!mem->host)
		return -ENOMEM;
	if (mem->flags & CL_MEM_COPY_HOST_PTR)
		memcpy(mem->host, host_ptr, mem->size);
	return 0;
}

static struct fcl_mem *create(struct fcl_context *context, cl_mem_flags flags, uint64_t size)
{
	struct fcl_mem *mem = fcl_object_create(FCL_TYPE_MEM);

	if (!mem)
		return NULL;
	mem->context = fcl_object_ref(context);
	mem->flags = flags;
	mem->size = size;
	mem->root = mem;
	pthread_mutex_init(&mem->lock, NULL);
	return mem;
}

int fcl_mem_create(struct fcl_context *context, cl_mem_flags flags, uint64_t size, void *host_ptr,
		   uint32_t wanted_bank, struct fcl_mem **ret_mem)
{
	struct fcl_mem *mem = create(context, flags, size);

	if (!mem)
		return -ENOMEM;
	mem->wanted_bank = wanted_bank;
	atomic_init(&mem->hinted_bank, FCL_HAL_BANK_DEFAULT);
	if (init_root(mem, host_ptr)) {
		fcl_object_unref(mem);
		return -ENOMEM;
	}
	*ret_mem = mem;
	return 0;
}

int fcl_mem_create_view(struct fcl_mem *parent, cl_mem_flags flags, uint64_t origin, uint64_t size,
			struct fcl_mem **ret_mem)
{
	struct fcl_mem *mem = create(parent->context, flags, size);

	if (!mem)
		return -ENOMEM;
	mem->root = fcl_object_ref(parent->root);
	mem->parent = parent;
	mem->origin = parent->origin + origin;
	if (parent->host_ptr)
		mem->host_ptr = (char *)parent->host_ptr + origin;
	*ret_mem = mem;
	return 0;
}

struct fcl_mem *fcl_mem_create_pipe(struct fcl_context *context, cl_mem_flags flags,
				    struct fcl_pipe *pipe)
{
	struct fcl_mem *mem = create(context, flags, 0);

	if (mem)
		mem->pipe = pipe;
	return mem;
}

static void free_sides(struct fcl_mem *mem)
{
	fcl_svm_free_sides(mem);
	if (mem->host_mapped)
		munmap(mem->host, mem->size);
	for (uint32_t i = 0; mem->sides && i < mem->context->ndevices; i++)
		fcl_holdings_drop(mem->context->devices[i], &mem->sides[i]);
	free(mem->sides);
	free(mem->spans);
	if (mem->host_owned)
		free(mem->host);
}

/*
 * OpenCL: destructor callbacks run when the runtime no longer uses the memory of USE_HOST_PTR, so
 * that they can reuse it.
 */
static void run_destructors(struct fcl_mem *mem)
{
	while (mem->destructors) {
		struct fcl_destructor *destructor = mem->destructors;

		mem->destructors = destructor->next;
		destructor->notify.mem((cl_mem)mem, destructor->user_data);
		free(destructor);
	}
}

static void enlist(struct fcl_map *map)
{
	struct fcl_context *context = map->mem->context;

	if (!context->mixes)
		return;
	pthread_mutex_lock(&context->lock);
	map->next_mixed = context->mapped;
	context->mapped = map;
	pthread_mutex_unlock(&context->lock);
}

static void unlist(const struct fcl_map *map)
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

void fcl_mem_destroy(struct fcl_object *object)
{
	struct fcl_mem *mem = (struct fcl_mem *)object;
	struct fcl_context *context = mem->context;
	struct fcl_mem *root = mem->root;

	if (mem->pipe)
		fcl_pipe_destroy(mem->pipe);
	else if (root == mem)
		free_sides(mem);
	run_destructors(mem);
	while (mem->maps) {
		struct fcl_map *map = mem->maps;

		mem->maps = map->next;
		unlist(map);
		free(map);
		atomic_fetch_sub(&root->mapped, 1);
	}
	free(mem->properties);
	free(mem->need);
	pthread_mutex_destroy(&mem->lock);
	fcl_object_recycle(object);
	if (root != mem)
		fcl_object_unref(root);
	fcl_object_unref(context);
}

int fcl_mem_add_destructor(struct fcl_mem *mem, void(CL_CALLBACK *notify)(cl_mem, void *),
			   void *user_data)
{
	struct fcl_destructor destructor = {.notify.mem = notify, .user_data = user_data};
	int error;

	pthread_mutex_lock(&mem->lock);
	error = fcl_destructor_push(&mem->destructors, &destructor);
	pthread_mutex_unlock(&mem->lock);
	return error;
}

uint32_t fcl_mem_map_count(struct fcl_mem *mem)
{
	uint32_t count;

	pthread_mutex_lock(&mem->lock);
	count = mem->map_count;
	pthread_mutex_unlock(&mem->lock);
	return count;
}

void *fcl_mem_map_host(uint64_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void *fcl_mem_make_host(struct fcl_mem *root)
{
	if (root->host)
		return root->host;
	root->host = root->p2p ? fcl_mem_map_host(root->size) : allocate_host(root->size);
	root->host_mapped = root->host && root->p2p;
	root->host_owned = root->host && !root->p2p;
	return root->host;
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
	enlist(map);
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
	unlist(map);
	free(map);
}
