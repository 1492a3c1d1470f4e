/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/args.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct fcl_args *allocate(uint32_t nargs, uint32_t bytes_size)
{
	size_t head = sizeof(struct fcl_args) + nargs * sizeof(struct fcl_arg_value);
	struct fcl_args *args = calloc(1, head + bytes_size);

	if (!args)
		return NULL;
	atomic_init(&args->refs, 1);
	args->nargs = nargs;
	args->bytes_size = bytes_size;
	args->bytes = (unsigned char *)args + head;
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

struct fcl_args *fcl_args_create(const struct fcl_image_kernel *facts)
{
	struct fcl_args *args;
	uint64_t bytes = 0;

	/* Sizes are below 4 GiB and come from an image, so the sum is right but may be too much. */
	for (uint32_t i = 0; i < facts->nargs; i++)
		bytes += scalar_room(&facts->args[i]);
	args = bytes <= UINT32_MAX ? allocate(facts->nargs, (uint32_t)bytes) : NULL;
	if (!args)
		return NULL;
	bytes = 0;
	for (uint32_t i = 0; i < facts->nargs; i++) {
		args->values[i].data = (uint32_t)bytes;
		bytes += scalar_room(&facts->args[i]);
		args->unset += takes_value(&facts->args[i]);
	}
	return args;
}

struct fcl_args *fcl_args_copy(const struct fcl_args *args)
{
	struct fcl_args *copy = allocate(args->nargs, args->bytes_size);

	if (!copy)
		return NULL;
	copy->unset = args->unset;
	memcpy(copy->values, args->values, args->nargs * sizeof(*args->values));
	memcpy(copy->bytes, args->bytes, args->bytes_size);
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

	/* Only the kernel's own thread makes it rise above one, so one means ours alone. */
	if (atomic_load_explicit(&(*args)->refs, memory_order_acquire) == 1)
		return 0;
	copy = fcl_args_copy(*args);
	if (!copy)
		return -ENOMEM;
	fcl_args_unref(*args);
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

void fcl_args_unref(struct fcl_args *args)
{
	if (!args || atomic_fetch_sub_explicit(&args->refs, 1, memory_order_acq_rel) != 1)
		return;
	fcl_args_drop_previous(args);
	for (uint32_t i = 0; i < args->nargs; i++)
		fcl_object_unref(args->values[i].mem);
	free(args);
}
