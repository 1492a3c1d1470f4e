/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/launches/change.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_ARGS = 64,      /* bits of fcl_change.own */
	MAX_REPEATS = 2,    /* launches with the same values, after which these get a block */
	RENEW_AFTER = 1024, /* changes of one block, as some arguments may no longer change */
	AT_ONCE = 8,        /* changes that are allocated at once */
};

/* --- memory ----------------------------------------------------------------------------------- */

/*
 * Allocates spare changes, with room for all arguments; false: out of memory. They live as long as
 * their kernel; there are about as many as were pending at a time.
 */
static bool change_allocate(struct fcl_kernel *kernel)
{
	struct fcl_args_layout layout = fcl_args_layout(kernel, sizeof(struct fcl_change));
	char *memory = aligned_alloc(64, 64 + AT_ONCE * layout.size);
	struct fcl_change_chunk *chunk = (struct fcl_change_chunk *)memory;

	if (!memory)
		return false;
	chunk->next = kernel->changes.chunks;
	kernel->changes.chunks = chunk;
	for (size_t i = 0; i < AT_ONCE; i++) {
		char *at = memory + 64 + i * layout.size;
		struct fcl_change *change = (struct fcl_change *)at;

		*change = (struct fcl_change){.next = kernel->changes.spares,
					      .hal = (struct fcl_hal_arg *)(at + layout.hal_at),
					      .bytes = (unsigned char *)at + layout.bytes_at};
		kernel->changes.spares = change;
	}
	return true;
}

/* Returns a change without values, or NULL. */
static struct fcl_change *change_take(struct fcl_kernel *kernel)
{
	struct fcl_change_pool *pool = &kernel->changes;
	struct fcl_change *change;

	if (!pool->spares && atomic_load_explicit(&pool->returned, memory_order_relaxed))
		pool->spares = atomic_exchange(&pool->returned, NULL);
	if (!pool->spares && !change_allocate(kernel))
		return NULL;
	change = pool->spares;
	pool->spares = change->next;
	/* Another thread wrote it last, so the next launch would have to wait for it. */
	__builtin_prefetch(pool->spares, 1);
	change->base = kernel->args;
	change->own = 0;
	atomic_store_explicit(&change->refs, 1, memory_order_relaxed);
	fcl_args_share(kernel->args);
	return change;
}

static void change_give_back(struct fcl_change_pool *pool, struct fcl_change *change)
{
	change->next = atomic_load_explicit(&pool->returned, memory_order_relaxed);
	while (!atomic_compare_exchange_weak(&pool->returned, &change->next, change))
		;
}

static void unref(struct fcl_change *change)
{
	struct fcl_args *base = change->base;

	if (atomic_fetch_sub_explicit(&change->refs, 1, memory_order_acq_rel) != 1)
		return;
	for (uint64_t left = change->own; left; left &= left - 1)
		fcl_object_unref(change->values[__builtin_ctzll(left)].mem);
	change_give_back(&base->kernel->changes, change);
	fcl_args_unref(base);
}

void fcl_values_ref(const struct fcl_values *values)
{
	if (values->change)
		atomic_fetch_add_explicit(&values->change->refs, 1, memory_order_relaxed);
	else
		fcl_args_ref(values->args);
}

void fcl_values_unref(const struct fcl_values *values)
{
	if (values->change)
		unref(values->change);
	else
		fcl_args_unref(values->args);
}

/* --- contents --------------------------------------------------------------------------------- */

bool fcl_change_suits(struct fcl_kernel *kernel)
{
	const struct fcl_args *base = kernel->args;

	kernel->repeats = kernel->touched ? 0 : kernel->repeats + 1;
	kernel->touched = false;
	return kernel->changed && base && kernel->repeats < MAX_REPEATS &&
	       kernel->nchanges < RENEW_AFTER && base->nargs <= MAX_ARGS && !kernel->npipes &&
	       base->svm == kernel->svm &&
	       !atomic_load_explicit(&base->resolved.outdated, memory_order_relaxed);
}

/* Whether the base has the same object in this argument, as with alternating buffers. */
static bool is_borrowed(const struct fcl_kernel *kernel, uint32_t index)
{
	const struct fcl_arg_value *value = &kernel->settings[index].value;
	const struct fcl_arg_value *base = &kernel->args->values[index];

	return value->mem && value->mem == base->mem && value->kind == base->kind &&
	       value->offset == base->offset && value->size == base->size;
}

/* Takes a reference to the object with that life. False: the host has released it. */
static bool ref_alive(struct fcl_mem *mem, uint64_t life)
{
	if (!fcl_object_try_ref(mem))
		return false;
	if (fcl_object_lives(mem, FCL_TYPE_MEM, life))
		return true;
	fcl_object_unref(mem);
	return false;
}

/* False: the object has been released. */
static bool change_put(const struct fcl_kernel *kernel, struct fcl_change *change, uint32_t index)
{
	const struct fcl_setting *setting = &kernel->settings[index];
	const struct fcl_arg_value *value = &setting->value;

	if (value->mem && !ref_alive(value->mem, setting->life))
		return false;
	change->values[index] = *value;
	change->own |= UINT64_C(1) << index;
	if (value->kind == FCL_HAL_ARG_BYTES)
		memcpy(change->bytes + value->data, kernel->bytes + value->data, value->size);
	return true;
}

int fcl_change_create(struct fcl_kernel *kernel, struct fcl_change **ret_change,
		      uint32_t *ret_failed)
{
	struct fcl_change *change = NULL;

	for (uint32_t i = kernel->first_changed; i <= kernel->last_changed; i++) {
		if (!kernel->settings[i].changed || is_borrowed(kernel, i))
			continue;
		if (!change)
			*ret_change = change = change_take(kernel);
		if (!change)
			return -ENOMEM;
		if (!change_put(kernel, change, i)) {
			*ret_failed = i;
			return -ESTALE;
		}
	}
	kernel->nchanges += change != NULL;
	return 0;
}
