/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/args.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/objects/pipe.h"
#include "runtime/core/objects/svm.h"
#include "runtime/core/residency/residency.h"
#include "runtime/core/residency/standing.h"

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

/* Blocks that commands gave back since. */
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

/* Its values have no memory objects. */
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
	atomic_store_explicit(&args->standing, 0, memory_order_relaxed);
	atomic_store_explicit(&args->refs, 1, memory_order_relaxed);
	return args;
}

/* A kernel that nobody has any more. */
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

/* No command gets it while the lock is held, and one that ends leaves what is read here true. */
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
	fcl_standing_end(args);
	for (uint32_t i = 0; i < args->nargs; i++) {
		fcl_object_unref(args->values[i].mem);
		args->values[i].mem = NULL;
	}
	fcl_svm_set_unref(args->svm);
	give_back(kernel, args);
	fcl_object_unref(kernel);
}

/* Not from the stock, which is for those that hold the kernel's lock. */
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

/* --- as the HAL takes them -------------------------------------------------------------------- */

static struct fcl_hal_buffer *buffer_of(const struct fcl_arg_value *value, uint32_t side)
{
	return value->mem ? fcl_residency_buffer(value->mem, side) : NULL;
}

static void fill_one(const struct fcl_args *args, uint32_t index, uint32_t side,
		     struct fcl_hal_arg *arg)
{
	const struct fcl_arg_value *value = &args->values[index];

	*arg = (struct fcl_hal_arg){.index = index, .kind = value->kind, .size = value->size};
	if (value->kind == FCL_HAL_ARG_PIPE)
		arg->u.pipe = value->mem->pipe->made;
	if (value->kind == FCL_HAL_ARG_BYTES)
		arg->u.bytes = args->bytes + value->data;
	if (value->kind != FCL_HAL_ARG_BUFFER)
		return;
	arg->u.buffer = buffer_of(value, side);
	arg->offset = value->mem ? value->mem->origin + value->offset : 0;
}

/* A stream that the image wires is no argument to the board, also where a pipe stands for it. */
static bool is_passed(const struct fcl_arg_value *value)
{
	return value->set &&
	       (value->kind != FCL_HAL_ARG_PIPE || (value->mem && value->mem->pipe->made));
}

static uint32_t fill(const struct fcl_args *args, uint32_t side, struct fcl_hal_arg *hal)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < args->nargs; i++)
		if (is_passed(&args->values[i]))
			fill_one(args, i, side, &hal[count++]);
	return count;
}

/* A buffer may have moved to another bank since. */
static bool still_true(const struct fcl_args *args, uint32_t side)
{
	for (uint32_t i = 0; i < args->nhal; i++) {
		const struct fcl_hal_arg *arg = &args->hal[i];

		if (arg->kind == FCL_HAL_ARG_BUFFER &&
		    arg->u.buffer != buffer_of(&args->values[arg->index], side))
			return false;
	}
	return true;
}

struct fcl_hal_arg *fcl_args_resolve(struct fcl_args *args, uint32_t side, struct fcl_hal_arg **own,
				     uint32_t *ret_count)
{
	uint32_t resolved = atomic_load_explicit(&args->resolved, memory_order_acquire);

	if (!resolved && !atomic_exchange(&args->resolving, 1)) {
		args->nhal = fill(args, side, args->hal);
		atomic_store_explicit(&args->resolved, side, memory_order_release);
		*ret_count = args->nhal;
		return args->hal;
	}
	if (resolved == side && still_true(args, side)) {
		*ret_count = args->nhal;
		return args->hal;
	}
	if (resolved == side)
		atomic_store_explicit(&args->outdated, true, memory_order_relaxed);
	if (!*own)
		*own = malloc((args->nargs ? args->nargs : 1) * sizeof(**own));
	if (*own)
		*ret_count = fill(args, side, *own);
	return *own;
}
