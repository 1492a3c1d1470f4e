/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/args.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/objects/svm.h"

enum {
	STOCK = 64,        /* references taken at once */
	MAX_SPARES = 4096, /* full blocks that a kernel keeps */
	AT_ONCE = 16,      /* derived blocks that are allocated at once */
};

/*
 * Derived blocks live as long as their kernel; there are at most as many as were pending at a time.
 */
struct fcl_args_chunk {
	struct fcl_args_chunk *next;
};

static size_t round_up(size_t size, size_t to)
{
	return (size + to - 1) / to * to;
}

/* The offset of the scalars in a block with room for this many values and HAL arguments. */
static size_t bytes_at(uint32_t room, uint32_t nhal)
{
	return round_up(sizeof(struct fcl_args) + room * sizeof(struct fcl_arg_value), 16) +
	       nhal * sizeof(struct fcl_hal_arg);
}

static struct fcl_args *set_up(void *memory, const struct fcl_kernel *kernel, uint32_t room,
			       uint32_t bytes_size, uint32_t nhal)
{
	struct fcl_args *args = memory;

	memset(args, 0, sizeof(*args) + room * sizeof(struct fcl_arg_value));
	args->nargs = kernel->facts->nargs;
	args->room = room;
	args->bytes_size = bytes_size;
	args->bytes = (unsigned char *)memory + bytes_at(room, nhal);
	args->hal = nhal ? (struct fcl_hal_arg *)((char *)memory + bytes_at(room, 0)) : NULL;
	return args;
}

static struct fcl_args *allocate(const struct fcl_kernel *kernel)
{
	uint32_t nargs = kernel->facts->nargs;
	void *memory = aligned_alloc(64, round_up(bytes_at(nargs, nargs) + kernel->bytes_size, 64));

	return memory ? set_up(memory, kernel, nargs, kernel->bytes_size, nargs) : NULL;
}

/* Allocates spare derived blocks with that room; false: out of memory. */
static bool allocate_derived(struct fcl_kernel *kernel, uint32_t room, uint32_t bytes_size)
{
	size_t size = round_up(bytes_at(room, 0) + bytes_size, 64);
	char *memory = aligned_alloc(64, 64 + AT_ONCE * size);
	struct fcl_args_chunk *chunk = (struct fcl_args_chunk *)memory;

	if (!memory)
		return false;
	chunk->next = kernel->chunks;
	kernel->chunks = chunk;
	for (size_t i = 0; i < AT_ONCE; i++) {
		struct fcl_args *args = set_up(memory + 64 + i * size, kernel, room, bytes_size, 0);

		args->next = kernel->derived.spares;
		kernel->derived.spares = args;
	}
	return true;
}

/* Returns a spare block, without memory objects, or NULL. */
static struct fcl_args *take_spare(struct fcl_args_pool *pool)
{
	struct fcl_args *args;

	if (!pool->spares && atomic_load_explicit(&pool->returned, memory_order_relaxed))
		pool->spares = atomic_exchange(&pool->returned, NULL);
	args = pool->spares;
	if (args) {
		pool->spares = args->next;
		fcl_args_expect(args->next);
	}
	return args;
}

static struct fcl_args *take_full(struct fcl_kernel *kernel)
{
	struct fcl_args *args = take_spare(&kernel->full);

	return args ? args : allocate(kernel);
}

/* Blocks that have become too small are not reused. */
static struct fcl_args *take_derived(struct fcl_kernel *kernel, uint32_t room, uint32_t bytes_size)
{
	struct fcl_args *args;

	do
		args = take_spare(&kernel->derived);
	while (args && (args->room < room || args->bytes_size < bytes_size));
	if (!args && allocate_derived(kernel, room, bytes_size))
		args = take_spare(&kernel->derived);
	return args;
}

void fcl_args_reset(struct fcl_args *args)
{
	struct fcl_hal_args *spare = atomic_load_explicit(&args->spare, memory_order_relaxed);

	if (spare)
		spare->own = UINT64_MAX;
	atomic_store_explicit(&args->resolved, 0, memory_order_relaxed);
	atomic_store_explicit(&args->resolving, 0, memory_order_relaxed);
	atomic_store_explicit(&args->outdated, false, memory_order_relaxed);
	atomic_store_explicit(&args->launches, 0, memory_order_relaxed);
	atomic_store_explicit(&args->fits, NULL, memory_order_relaxed);
}

static void begin(struct fcl_args *args, struct fcl_kernel *kernel)
{
	args->stock = 0;
	args->kernel = kernel;
	args->base = NULL;
	args->own = args->apart = 0;
	args->nown = 0;
	args->svm = NULL;
	args->instance = NULL;
	args->own_cus = NULL;
	args->claims = NULL;
	args->nclaims = 0;
	args->end = NULL;
	fcl_args_reset(args);
	atomic_store_explicit(&args->standing, 0, memory_order_relaxed);
	atomic_store_explicit(&args->refs, 1, memory_order_relaxed);
}

struct fcl_args *fcl_args_create(struct fcl_kernel *kernel)
{
	struct fcl_args *args = take_full(kernel);

	if (!args)
		return NULL;
	begin(args, kernel);
	fcl_object_ref(kernel);
	return args;
}

/* Members of the standing claim are not set: a derived block does not use them. */
struct fcl_args *fcl_args_create_derived(struct fcl_kernel *kernel, uint32_t nvalues,
					 uint32_t bytes_size)
{
	struct fcl_args *args = take_derived(kernel, nvalues, bytes_size);

	if (!args)
		return NULL;
	args->kernel = kernel;
	args->own = 0;
	args->nown = 0;
	args->base = kernel->args;
	args->svm = kernel->args->svm;
	atomic_store_explicit(&args->refs, 1, memory_order_relaxed);
	fcl_args_share(kernel->args);
	return args;
}

/* No other thread uses the kernel any more. */
void fcl_args_free_spares(struct fcl_kernel *kernel)
{
	struct fcl_args *args;

	while ((args = take_spare(&kernel->full)))
		free(args);
	while (kernel->chunks) {
		struct fcl_args_chunk *chunk = kernel->chunks;

		kernel->chunks = chunk->next;
		free(chunk);
	}
}

/*
 * If another thread takes the first block meanwhile, the value read from it is discarded. Its
 * memory stays readable, as blocks that were in the list are freed only with the kernel.
 */
static void give_back(struct fcl_args_pool *pool, struct fcl_args *args)
{
	struct fcl_args *first = atomic_load_explicit(&pool->returned, memory_order_acquire);
	uint32_t behind;

	do {
		behind = first ? atomic_load_explicit(&first->behind, memory_order_relaxed) + 1 : 0;
		if (behind >= MAX_SPARES && !args->base) {
			free(args);
			return;
		}
		args->next = first;
		atomic_store_explicit(&args->behind, behind, memory_order_relaxed);
	} while (!atomic_compare_exchange_weak(&pool->returned, &first, args));
}

/*
 * The lock keeps other commands from getting the block; commands that end can only make this true.
 */
bool fcl_args_alone(const struct fcl_args *args)
{
	return atomic_load_explicit(&args->refs, memory_order_acquire) - args->stock == 1;
}

void fcl_args_share(struct fcl_args *args)
{
	if (!args->stock) {
		atomic_fetch_add_explicit(&args->refs, STOCK, memory_order_relaxed);
		args->stock = STOCK;
	}
	args->stock--;
}

/* Releases the block's own values; borrowed values belong to its base. */
static void drop_derived(struct fcl_args *args)
{
	struct fcl_kernel *kernel = args->kernel;
	struct fcl_args *base = args->base;

	for (uint32_t place = 0; place < args->nown; place++) {
		fcl_object_unref(args->values[place].mem);
		args->values[place].mem = NULL;
	}
	give_back(&kernel->derived, args);
	fcl_args_unref(base);
}

static void drop(struct fcl_args *args, uint32_t count)
{
	struct fcl_kernel *kernel = args->kernel;

	if (atomic_fetch_sub_explicit(&args->refs, count, memory_order_acq_rel) != count)
		return;
	if (args->base) {
		drop_derived(args);
		return;
	}
	if (args->end)
		args->end(args);
	for (uint32_t i = 0; i < args->nargs; i++) {
		fcl_object_unref(args->values[i].mem);
		args->values[i].mem = NULL;
	}
	fcl_svm_set_unref(args->svm);
	free(atomic_exchange_explicit(&args->spare, NULL, memory_order_acquire));
	give_back(&kernel->full, args);
	fcl_object_unref(kernel);
}

/* Does not use the stock, which is guarded by the kernel's lock. */
void fcl_args_ref(struct fcl_args *args)
{
	atomic_fetch_add_explicit(&args->refs, 1, memory_order_relaxed);
}

void fcl_args_unref(struct fcl_args *args)
{
	if (args)
		drop(args, 1);
}

void fcl_args_abandon(struct fcl_args *args)
{
	if (args)
		drop(args, 1 + args->stock);
}
