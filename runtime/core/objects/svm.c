/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/svm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "runtime/core/objects/mem_create.h"

static bool runtime_has_svm(const struct fcl_context *context, uint32_t index)
{
	return context->svm_sides >> FCL_SIDE_DEVICE(index) & 1;
}

/* The first device allocates the memory; the others attach to it. */
static int take_side(struct fcl_device *device, uint64_t size, void **pointer,
		     struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	if (*pointer) {
		int error = device->hal->svm_attach(device->board, *pointer, size, ret_buffer, err);

		/*
		 * Happens if, for instance, one board is emulated in this process and another in a
		 * board process.
		 */
		return error == -EINVAL ? fcl_err_set(err, -EOPNOTSUPP,
						      "%s has no memory in common with another "
						      "device of the context",
						      device->info->name)
					: error;
	}
	return device->hal->svm_alloc(device->board, size, pointer, ret_buffer, err);
}

/* Frees the devices' handles of an allocation, one per device of the context. */
static void svm_free_buffers(const struct fcl_context *context,
			     struct fcl_hal_buffer *const *buffers)
{
	/* The first handle owns the memory, so attached ones are freed before it. */
	for (uint32_t i = context->ndevices; i-- > 0;)
		context->devices[i]->hal->buffer_free(context->devices[i]->board, buffers[i]);
}

static int take_sides(const struct fcl_context *context, uint64_t size, void **ret_pointer,
		      struct fcl_hal_buffer **buffers)
{
	struct fcl_err err = {0};
	void *pointer = NULL;
	int error = 0;

	for (uint32_t i = 0; !error && i < context->ndevices; i++)
		if (runtime_has_svm(context, i))
			error = take_side(context->devices[i], size, &pointer, &buffers[i], &err);
	if (error) {
		/* Not an error for callers that do not need common memory. */
		fcl_log(error == -EOPNOTSUPP ? FCL_LOG_INFO : FCL_LOG_ERROR, "clSVMAlloc", "%s",
			err.text);
		svm_free_buffers(context, buffers);
		return error;
	}
	*ret_pointer = pointer;
	return 0;
}

static int create_mem(struct fcl_context *context, cl_mem_flags flags, uint64_t size, void *pointer,
		      struct fcl_hal_buffer *const *buffers, struct fcl_mem **ret_mem)
{
	int error = fcl_mem_create(context, flags | CL_MEM_USE_HOST_PTR, size, pointer,
				   FCL_HAL_BANK_DEFAULT, ret_mem);

	if (error)
		return error;
	(*ret_mem)->one = context->svm_sides;
	(*ret_mem)->spans[0].valid = context->svm_sides;
	for (uint32_t i = 0; i < context->ndevices; i++)
		(*ret_mem)->sides[i].buffer = buffers[i];
	return 0;
}

static int alloc(struct fcl_context *context, cl_mem_flags flags, cl_uint type,
		 struct fcl_part *part, uint64_t size, void **ret_pointer)
{
	struct fcl_hal_buffer *buffers[FCL_CONTEXT_MAX_DEVICES] = {NULL};
	struct fcl_mem *mem = NULL;
	void *pointer = NULL;
	int error = take_sides(context, size, &pointer, buffers);

	if (error)
		return error;
	error = create_mem(context, flags, size, pointer, buffers, &mem);
	if (error) {
		svm_free_buffers(context, buffers);
		return error;
	}
	mem->usm = type;
	mem->usm_part = part;
	/*
	 * The host never gets the handle, but kernels identify the allocation by it: see
	 * fcl_setting.
	 */
	fcl_object_publish(mem);
	error = fcl_svm_index_add(&context->svm, (uintptr_t)pointer, size, mem);
	if (error)
		fcl_object_release(mem);
	else
		*ret_pointer = pointer;
	return error;
}

int fcl_svm_alloc(struct fcl_context *context, cl_mem_flags flags, uint64_t size,
		  void **ret_pointer)
{
	return alloc(context, flags, 0, NULL, size, ret_pointer);
}

int fcl_svm_alloc_usm(struct fcl_context *context, cl_uint type, struct fcl_part *part,
		      uint64_t size, void **ret_pointer)
{
	return alloc(context, CL_MEM_READ_WRITE, type, part, size, ret_pointer);
}

struct fcl_mem *fcl_svm_find(struct fcl_context *context, const void *pointer, uint64_t *ret_offset)
{
	uintptr_t start;
	struct fcl_mem *mem;

	if (!context->svm_sides)
		return NULL;
	mem = fcl_svm_index_find(&context->svm, (uintptr_t)pointer, &start);
	if (mem)
		*ret_offset = (uintptr_t)pointer - start;
	return mem;
}

void fcl_svm_free(struct fcl_context *context, const void *pointer)
{
	struct fcl_mem *mem = fcl_svm_index_take(&context->svm, (uintptr_t)pointer);

	if (mem)
		fcl_object_release(mem);
}

int fcl_svm_create_alias(struct fcl_mem *svm, cl_mem_flags flags, uint64_t offset, uint64_t size,
			 struct fcl_mem **ret_mem)
{
	int error = fcl_mem_create_view(svm, flags, offset, size, ret_mem);

	if (error)
		return error;
	/* For the host it is a root buffer, which may have sub-buffers. */
	(*ret_mem)->parent = NULL;
	return 0;
}

void fcl_svm_free_sides(struct fcl_mem *mem)
{
	struct fcl_hal_buffer *buffers[FCL_CONTEXT_MAX_DEVICES] = {NULL};

	for (uint32_t i = 0; mem->one && i < mem->context->ndevices; i++)
		if (mem->one >> FCL_SIDE_DEVICE(i) & 1) {
			buffers[i] = mem->sides[i].buffer;
			mem->sides[i].buffer = NULL;
		}
	svm_free_buffers(mem->context, buffers);
}

/*
 * --- memory that a kernel accesses other than through arguments ---------------------------------
 */

struct fcl_svm_set {
	_Atomic uint32_t refs;
	uint32_t count;
	uint64_t sides;                   /* the context's svm_sides */
	struct fcl_mem **mems;            /* with references */
	struct fcl_hal_buffer *buffers[]; /* `count` per device: allocations never move */
};

static struct fcl_svm_set *create_set(const struct fcl_context *context, uint32_t count)
{
	size_t nbuffers;
	struct fcl_svm_set *set;

	if (__builtin_mul_overflow((size_t)count, context->ndevices, &nbuffers) ||
	    nbuffers > SIZE_MAX / 2 / sizeof(struct fcl_hal_buffer *))
		return NULL;
	set = calloc(1, sizeof(*set) + nbuffers * sizeof(struct fcl_hal_buffer *));
	if (!set)
		return NULL;
	set->mems = calloc(count ? count : 1, sizeof(struct fcl_mem *));
	if (!set->mems) {
		free(set);
		return NULL;
	}
	atomic_init(&set->refs, 1);
	set->sides = context->svm_sides;
	return set;
}

static void list_buffers(const struct fcl_context *context, struct fcl_svm_set *set)
{
	for (uint32_t device = 0; device < context->ndevices; device++)
		for (uint32_t i = 0; i < set->count; i++)
			set->buffers[(size_t)device * set->count + i] =
				set->mems[i]->sides[device].buffer;
}

int fcl_svm_set_create(struct fcl_context *context, const void *const *pointers, uint32_t count,
		       struct fcl_svm_set **ret_set)
{
	struct fcl_svm_set *set = create_set(context, count);
	uint64_t offset;

	if (!set)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++) {
		if (!pointers[i])
			continue;
		set->mems[set->count] = fcl_svm_find(context, pointers[i], &offset);
		if (!set->mems[set->count]) {
			fcl_svm_set_unref(set);
			return -EINVAL;
		}
		set->count++;
	}
	list_buffers(context, set);
	*ret_set = set;
	return 0;
}

/* Allocations of some types that are being collected into a set. */
struct collection {
	uint32_t types, found, room;
	struct fcl_mem **mems;
};

static void svm_collect(struct fcl_mem *mem, void *data)
{
	struct collection *collection = data;

	if (!(collection->types & fcl_svm_type_bit(mem->usm)))
		return;
	if (collection->found < collection->room)
		collection->mems[collection->found] = fcl_object_ref(mem);
	collection->found++;
}

/*
 * Collects all allocations of these types, with room for `nmore` others. Other threads may allocate
 * at any address between counting and collecting, and a set that is too small would miss older
 * allocations, so this repeats until all fit.
 */
static struct fcl_svm_set *collect_all(struct fcl_context *context, uint32_t types, uint32_t nmore)
{
	struct collection collection = {.types = types};
	struct fcl_svm_set *set;

	fcl_svm_index_visit(&context->svm, svm_collect, &collection);
	for (;;) {
		if (collection.found > UINT32_MAX - nmore)
			return NULL;
		collection.room = collection.found;
		set = create_set(context, collection.room + nmore);
		if (!set)
			return NULL;
		collection.mems = set->mems;
		collection.found = 0;
		fcl_svm_index_visit(&context->svm, svm_collect, &collection);
		if (collection.found <= collection.room)
			break;
		set->count = collection.room;
		fcl_svm_set_unref(set);
	}
	set->count = collection.found;
	return set;
}

int fcl_svm_set_create_all(struct fcl_context *context, uint32_t types,
			   const struct fcl_svm_set *more, struct fcl_svm_set **ret_set)
{
	uint32_t nmore = more ? more->count : 0;
	struct fcl_svm_set *set = collect_all(context, types, nmore);

	if (!set)
		return -ENOMEM;
	for (uint32_t i = 0; i < nmore; i++)
		set->mems[set->count++] = fcl_object_ref(more->mems[i]);
	list_buffers(context, set);
	*ret_set = set;
	return 0;
}

struct fcl_svm_set *fcl_svm_set_ref(struct fcl_svm_set *set)
{
	if (set)
		atomic_fetch_add_explicit(&set->refs, 1, memory_order_relaxed);
	return set;
}

void fcl_svm_set_unref(struct fcl_svm_set *set)
{
	if (!set || atomic_fetch_sub_explicit(&set->refs, 1, memory_order_acq_rel) != 1)
		return;
	for (uint32_t i = 0; i < set->count; i++)
		fcl_object_unref(set->mems[i]);
	free(set->mems);
	free(set);
}

struct fcl_hal_buffer *const *fcl_svm_set_buffers(const struct fcl_svm_set *set, uint32_t index,
						  uint32_t *ret_count)
{
	bool some = set && set->sides >> FCL_SIDE_DEVICE(index) & 1;

	*ret_count = some ? set->count : 0;
	return some ? &set->buffers[(size_t)index * set->count] : NULL;
}
