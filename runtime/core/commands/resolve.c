/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/commands/resolve.h"

#include <stdlib.h>

#include "runtime/core/objects/pipe.h"
#include "runtime/core/residency/residency.h"

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

/* A stream that the image wires is not passed to the board, even if a pipe is set on it. */
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

/* A buffer may have moved to another bank since the array was filled. */
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

struct fcl_hal_arg *fcl_resolve_args(struct fcl_args *args, uint32_t side, struct fcl_hal_arg **own,
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
