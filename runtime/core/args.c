/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/args.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/residency.h"
#include "runtime/core/svm.h"

enum { STOCK = 64 }; /* references taken at once */

static struct fcl_args *allocate(uint32_t nargs, uint32_t bytes_size)
{
	size_t head = sizeof(struct fcl_args) + nargs * sizeof(struct fcl_arg_value);
	size_t hal = (head + 15) / 16 * 16, bytes = hal + nargs * sizeof(struct fcl_hal_arg);
	size_t size = (bytes + bytes_size + 63) / 64 * 64;
	struct fcl_args *args = aligned_alloc(64, size);

	if (!args)
		return NULL;
	memset(args, 0, size);
	atomic_init(&args->refs, 1);
	args->nargs = nargs;
	args->bytes_size = bytes_size;
	args->hal = (struct fcl_hal_arg *)((char *)args + hal);
	args->bytes = (unsigned char *)args + bytes;
	return args;
}

/* A wired stream's argument keeps its index but takes no value. */
static bool takes_value(const struct fcl_image_arg *arg)
{
	return arg->qualifier != FCL_ARG_STREAM;
}

static uint64_t scalar_room(const struct fcl_image_arg *arg)
{
	return arg->qualifier == FCL_ARG_SCALAR ? (arg->host_size + 15) / 16 * 16 : 0;
}

struct fcl_args *fcl_args_create(struct fcl_kernel *kernel)
{
	const struct fcl_image_kernel *facts = kernel->facts;
	struct fcl_args *args;
	uint64_t bytes = 0;

	/* Sizes are below 4 GiB and come from an image, so the sum is right but may be too much. */
	for (uint32_t i = 0; i < facts->nargs; i++)
		bytes += scalar_room(&facts->args[i]);
	args = bytes <= UINT32_MAX ? allocate(facts->nargs, (uint32_t)bytes) : NULL;
	if (!args)
		return NULL;
	args->kernel = fcl_object_ref(kernel);
	bytes = 0;
	for (uint32_t i = 0; i < facts->nargs; i++) {
		args->values[i].data = (uint32_t)bytes;
		bytes += scalar_room(&facts->args[i]);
		args->unset += takes_value(&facts->args[i]);
	}
	return args;
}

struct fcl_args *fcl_args_copy(const struct fcl_args *args, struct fcl_kernel *kernel)
{
	struct fcl_args *copy = allocate(args->nargs, args->bytes_size);

	if (!copy)
		return NULL;
	copy->kernel = fcl_object_ref(kernel);
	copy->unset = args->unset;
	memcpy(copy->values, args->values, args->nargs * sizeof(*args->values));
	memcpy(copy->bytes, args->bytes, args->bytes_size);
	copy->svm = fcl_svm_set_ref(args->svm);
	for (uint32_t i = 0; i < copy->nargs; i++) {
		copy->values[i].previous = NULL;
		if (copy->values[i].mem)
			fcl_object_ref(copy->values[i].mem);
	}
	return copy;
}

int fcl_args_unshare(struct fcl_args **args)
{
	struct fcl_args *copy;

	if (fcl_args_alone(*args)) {
		atomic_store_explicit(&(*args)->resolved, 0, memory_order_relaxed);
		atomic_store_explicit(&(*args)->resolving, 0, memory_order_relaxed);
		return 0;
	}
	copy = fcl_args_copy(*args, (*args)->kernel);
	if (!copy)
		return -ENOMEM;
	fcl_args_abandon(*args);
	*args = copy;
	return 0;
}

void fcl_args_drop_previous(struct fcl_args *args)
{
	for (uint32_t i = 0; i < args->nargs; i++) {
		fcl_object_unref(args->values[i].previous);
		args->values[i].previous = NULL;
	}
	args->has_previous = false;
}

/* Only the kernel's own thread makes commands share it, so what it sees here stays true. */
bool fcl_args_alone(const struct fcl_args *args)
{
	uint32_t refs = atomic_load_explicit(&args->refs, memory_order_acquire);

	return refs - (uint32_t)atomic_load_explicit(&args->stock, memory_order_relaxed) == 1;
}

void fcl_args_share(struct fcl_args *args)
{
	if (atomic_fetch_sub_explicit(&args->stock, 1, memory_order_relaxed) > 0)
		return;
	/* The stock may be below 0 for a moment; the kernel's own reference keeps the block. */
	atomic_fetch_add_explicit(&args->refs, STOCK, memory_order_relaxed);
	atomic_fetch_add_explicit(&args->stock, STOCK, memory_order_relaxed);
}

static void drop(struct fcl_args *args, uint32_t count)
{
	if (atomic_fetch_sub_explicit(&args->refs, count, memory_order_acq_rel) != count)
		return;
	fcl_args_drop_previous(args);
	for (uint32_t i = 0; i < args->nargs; i++)
		fcl_object_unref(args->values[i].mem);
	fcl_svm_set_unref(args->svm);
	fcl_object_unref(args->kernel);
	free(args);
}

/* Not from the stock, whose two counts only the kernel's own thread sees together. */
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
		drop(args, 1 + (uint32_t)atomic_exchange(&args->stock, 0));
}

bool fcl_args_have_svm(const struct fcl_args *args)
{
	for (uint32_t i = 0; i < args->nargs; i++)
		if (args->values[i].mem && fcl_svm_is(args->values[i].mem))
			return true;
	return false;
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
	if (value->kind == FCL_HAL_ARG_BYTES)
		arg->u.bytes = args->bytes + value->data;
	if (value->kind != FCL_HAL_ARG_BUFFER)
		return;
	arg->u.buffer = buffer_of(value, side);
	arg->offset = value->mem ? value->mem->origin + value->offset : 0;
}

static uint32_t fill(const struct fcl_args *args, uint32_t side, struct fcl_hal_arg *hal)
{
	const struct fcl_image_arg *facts = args->kernel->facts->args;
	uint32_t count = 0;

	for (uint32_t i = 0; i < args->nargs; i++)
		if (args->values[i].set && takes_value(&facts[i]))
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
		resolved = side;
	}
	if (resolved == side && still_true(args, side)) {
		*ret_count = args->nhal;
		return args->hal;
	}
	if (!*own)
		*own = malloc((args->nargs ? args->nargs : 1) * sizeof(**own));
	if (*own)
		*ret_count = fill(args, side, *own);
	return *own;
}
