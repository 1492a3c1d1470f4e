/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/args.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/objects/svm.h"

enum {
	STOCK = 64,         /* references taken at once */
	MOST_SPARES = 4096, /* blocks that a kernel keeps */
};

static struct fcl_args *allocate(uint32_t nargs, uint32_t bytes_size)
{
	size_t head = sizeof(struct fcl_args) + nargs * sizeof(struct fcl_arg_value);
	size_t hal = (head + 15) / 16 * 16;
	size_t bytes = hal + nargs * sizeof(struct fcl_hal_arg);
	size_t size = (bytes + bytes_size + 63) / 64 * 64;
	struct fcl_args *args = aligned_alloc(64, size);

	if (!args)
		return NULL;
	memset(args, 0, head);
	args->nargs = nargs;
	args->bytes_size = bytes_size;
	args->hal = (struct fcl_hal_arg *)((char *)args + hal);
	args->bytes = (unsigned char *)args + bytes;
	return args;
}

/* Collects the blocks that commands have returned. */
static void collect_spares(struct fcl_kernel *kernel)
{
	uint32_t count = 0;

	if (!atomic_load_explicit(&kernel->returned, memory_order_relaxed))
		return;
	kernel->spares = atomic_exchange(&kernel->returned, NULL);
	for (const struct fcl_args *args = kernel->spares; args; args = args->next)
		count++;
	atomic_fetch_sub_explicit(&kernel->nreturned, count, memory_order_relaxed);
}

/* Returns a block without memory objects, or NULL. */
static struct fcl_args *take_spare(struct fcl_kernel *kernel)
{
	struct fcl_args *args;

	if (!kernel->spares)
		collect_spares(kernel);
	args = kernel->spares;
	if (args)
		kernel->spares = args->next;
	return args;
}

struct fcl_args *fcl_args_create(struct fcl_kernel *kernel)
{
	struct fcl_args *args = take_spare(kernel);

	if (!args)
		args = allocate(kernel->facts->nargs, kernel->bytes_size);
	if (!args)
		return NULL;
	args->stock = 0;
	args->svm = NULL;
	args->kernel = fcl_object_ref(kernel);
	args->instance = NULL;
	args->own_cus = NULL;
	args->claims = NULL;
	args->nclaims = 0;
	args->end = NULL;
	atomic_store_explicit(&args->standing, 0, memory_order_relaxed);
	atomic_store_explicit(&args->refs, 1, memory_order_relaxed);
	return args;
}

/* No other thread uses the kernel. */
void fcl_args_free_spares(struct fcl_kernel *kernel)
{
	do {
		while (kernel->spares) {
			struct fcl_args *args = kernel->spares;

			kernel->spares = args->next;
			free(args);
		}
		collect_spares(kernel);
	} while (kernel->spares);
}

static void give_back(struct fcl_kernel *kernel, struct fcl_args *args)
{
	if (atomic_fetch_add_explicit(&kernel->nreturned, 1, memory_order_relaxed) >= MOST_SPARES) {
		atomic_fetch_sub_explicit(&kernel->nreturned, 1, memory_order_relaxed);
		free(args);
		return;
	}
	args->next = atomic_load_explicit(&kernel->returned, memory_order_relaxed);
	while (!atomic_compare_exchange_weak(&kernel->returned, &args->next, args))
		;
}

/*
 * The lock keeps commands from getting the block, and a command that ends does not make this false.
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

static void drop(struct fcl_args *args, uint32_t count)
{
	struct fcl_kernel *kernel = args->kernel;

	if (atomic_fetch_sub_explicit(&args->refs, count, memory_order_acq_rel) != count)
		return;
	if (args->end)
		args->end(args);
	for (uint32_t i = 0; i < args->nargs; i++) {
		fcl_object_unref(args->values[i].mem);
		args->values[i].mem = NULL;
	}
	fcl_svm_set_unref(args->svm);
	give_back(kernel, args);
	fcl_object_unref(kernel);
}

/* Not from the stock, which is guarded by the kernel's lock. */
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
