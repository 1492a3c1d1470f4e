/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/commands/resolve.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/objects/pipe.h"
#include "runtime/core/residency/residency.h"

#define ALL UINT64_MAX

static struct fcl_hal_buffer *buffer_of(const struct fcl_arg_value *value, uint32_t side)
{
	return value->mem ? fcl_residency_buffer(value->mem, side) : NULL;
}

static const unsigned char *bytes_of(const struct fcl_args *args, uint32_t index)
{
	return args->base && !fcl_arg_in(args->own, index) ? args->base->bytes : args->bytes;
}

static void fill_one(const struct fcl_args *args, uint32_t index, uint32_t side,
		     struct fcl_hal_arg *arg)
{
	const struct fcl_arg_value *value = fcl_args_value(args, index);

	*arg = (struct fcl_hal_arg){.index = index, .kind = value->kind, .size = value->size};
	if (value->kind == FCL_HAL_ARG_PIPE)
		arg->u.pipe = value->mem->pipe->made;
	if (value->kind == FCL_HAL_ARG_BYTES)
		arg->u.bytes = bytes_of(args, index) + value->data;
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
		if (is_passed(fcl_args_value(args, i)))
			fill_one(args, i, side, &hal[count++]);
	return count;
}

static bool holds(const struct fcl_args *args, uint32_t side, uint64_t except)
{
	for (uint32_t i = 0; i < args->nhal; i++) {
		const struct fcl_hal_arg *arg = &args->hal[i];

		if (arg->kind == FCL_HAL_ARG_BUFFER && !fcl_arg_in(except, arg->index) &&
		    arg->u.buffer != buffer_of(fcl_args_value(args, arg->index), side))
			return false;
	}
	return true;
}

bool fcl_resolve_holds(struct fcl_args *args, uint32_t side, uint64_t except)
{
	if (atomic_load_explicit(&args->resolved, memory_order_acquire) != side)
		return false;
	if (holds(args, side, except))
		return true;
	atomic_store_explicit(&args->outdated, true, memory_order_relaxed);
	return false;
}

/*
 * Fills in the launch's values from the base's, some of which the array may already contain. They
 * are valid, as the launch has entered the base's standing claim. False: an argument that is not
 * passed shifts the indices, so this does not work.
 */
static bool fill_from_base(const struct fcl_args *args, uint32_t side, struct fcl_hal_args *hal)
{
	const struct fcl_args *base = args->base;
	uint64_t own = args->own | base->apart;

	if (base->nhal != args->nargs)
		return false;
	for (uint64_t left = args->own; left; left &= left - 1)
		if (!is_passed(fcl_args_value(args, (uint32_t)__builtin_ctzll(left))))
			return false;
	if (hal->own == ALL)
		memcpy(hal->args, base->hal, base->nhal * sizeof(base->hal[0]));
	else
		for (uint64_t old = hal->own & ~own; old; old &= old - 1)
			hal->args[__builtin_ctzll(old)] = base->hal[__builtin_ctzll(old)];
	for (uint64_t left = own; left; left &= left - 1) {
		uint32_t arg = (uint32_t)__builtin_ctzll(left);

		fill_one(args, arg, side, &hal->args[arg]);
	}
	hal->own = own;
	return true;
}

static struct fcl_hal_args *create(uint32_t nargs)
{
	struct fcl_hal_args *hal = malloc(sizeof(*hal) + nargs * sizeof(hal->args[0]));

	if (hal)
		hal->own = ALL;
	return hal;
}

static void set_values(struct fcl_hal_request *request, const struct fcl_hal_arg *args,
		       uint32_t nargs, uint64_t number, uint64_t changed)
{
	request->u.launch.args = args;
	request->u.launch.nargs = nargs;
	request->u.launch.values = number;
	request->u.launch.changed = changed;
}

void fcl_resolve_shared(const struct fcl_args *args, struct fcl_hal_request *request)
{
	set_values(request, args->hal, args->nhal, args->number, 0);
}

/*
 * Resolves the values of one launch. With a base, it may reuse an array that another such launch
 * has left.
 */
static bool resolve_one(struct fcl_args *args, uint32_t side, const struct fcl_args *inside,
			struct fcl_hal_args **one, struct fcl_hal_request *request)
{
	if (!*one && args->base)
		*one = atomic_exchange_explicit(&args->base->spare, NULL, memory_order_acquire);
	if (!*one)
		*one = create(args->nargs);
	if (!*one)
		return false;
	if (inside && inside == args->base && fill_from_base(args, side, *one)) {
		set_values(request, (*one)->args, args->nargs, inside->number, (*one)->own);
		return true;
	}
	set_values(request, (*one)->args, fill(args, side, (*one)->args), 0, 0);
	(*one)->own = ALL;
	return true;
}

/* Returns a number that no other array has had. */
static uint64_t fresh_number(void)
{
	static _Atomic uint64_t last;

	return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

bool fcl_resolve_args(struct fcl_args *args, uint32_t side, const struct fcl_args *inside,
		      struct fcl_hal_args **one, struct fcl_hal_request *request)
{
	if (args->base)
		return resolve_one(args, side, inside, one, request);
	if (!atomic_load_explicit(&args->resolved, memory_order_acquire) &&
	    !atomic_exchange(&args->resolving, 1)) {
		args->nhal = fill(args, side, args->hal);
		args->number = fresh_number();
		atomic_store_explicit(&args->resolved, side, memory_order_release);
		fcl_resolve_shared(args, request);
		return true;
	}
	if (!fcl_resolve_holds(args, side, 0))
		return resolve_one(args, side, inside, one, request);
	fcl_resolve_shared(args, request);
	return true;
}

void fcl_resolve_release(struct fcl_args *args, struct fcl_hal_args *one)
{
	if (one && args->base)
		one = atomic_exchange_explicit(&args->base->spare, one, memory_order_acq_rel);
	free(one);
}
