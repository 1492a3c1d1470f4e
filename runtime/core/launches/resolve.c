/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/launches/resolve.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/objects/pipe.h"

/* Values of fcl_resolved.side that are no side of a device. */
enum { NOT_FILLED = 0, FILLING = UINT32_MAX };

static struct fcl_hal_buffer *resolve_buffer_of(const struct fcl_arg_value *value, uint32_t side)
{
	return value->mem ? fcl_residency_buffer(value->mem, side) : NULL;
}

static void resolve_fill_one(const struct fcl_values *values, uint32_t index, uint32_t side,
			     struct fcl_hal_arg *arg)
{
	const struct fcl_arg_value *value = fcl_values_at(values, index);
	bool own = fcl_arg_in(fcl_values_own(values), index);

	*arg = (struct fcl_hal_arg){.index = index, .kind = value->kind, .size = value->size};
	if (value->kind == FCL_HAL_ARG_PIPE)
		arg->u.pipe = value->mem->pipe->made;
	if (value->kind == FCL_HAL_ARG_BYTES)
		arg->u.bytes = (own ? values->change->bytes : values->args->bytes) + value->data;
	if (value->kind != FCL_HAL_ARG_BUFFER)
		return;
	arg->u.buffer = resolve_buffer_of(value, side);
	arg->offset = value->mem ? value->mem->origin + value->offset : 0;
}

/* A stream that the image wires is not passed to the board, even if a pipe is set on it. */
static bool is_passed(const struct fcl_arg_value *value)
{
	return value->set &&
	       (value->kind != FCL_HAL_ARG_PIPE || (value->mem && value->mem->pipe->made));
}

static uint32_t resolve_fill(const struct fcl_values *values, uint32_t side,
			     struct fcl_hal_arg *hal)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < values->args->nargs; i++)
		if (is_passed(fcl_values_at(values, i)))
			resolve_fill_one(values, i, side, &hal[count++]);
	return count;
}

static void set_values(struct fcl_hal_request *request, const struct fcl_hal_arg *args,
		       uint32_t nargs, uint64_t number, uint64_t changed)
{
	request->u.launch.args = args;
	request->u.launch.nargs = nargs;
	request->u.launch.values = number;
	request->u.launch.changed = changed;
}

/* --- the block's array ------------------------------------------------------------------------ */

static bool resolve_is_right(const struct fcl_args *args, uint32_t side, uint64_t except)
{
	for (uint32_t i = 0; i < args->resolved.nargs; i++) {
		const struct fcl_hal_arg *arg = &args->resolved.args[i];

		if (arg->kind == FCL_HAL_ARG_BUFFER && !fcl_arg_in(except, arg->index) &&
		    arg->u.buffer != resolve_buffer_of(&args->values[arg->index], side))
			return false;
	}
	return true;
}

bool fcl_resolve_holds(struct fcl_args *args, uint32_t side, uint64_t except)
{
	if (atomic_load_explicit(&args->resolved.side, memory_order_acquire) != side)
		return false;
	if (resolve_is_right(args, side, except))
		return true;
	atomic_store_explicit(&args->resolved.outdated, true, memory_order_relaxed);
	return false;
}

/* Returns a number that no other array has had. */
static uint64_t fresh_number(void)
{
	static _Atomic uint64_t last;

	return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

/* Fills the array if no launch has done so. */
static void fill_shared(struct fcl_args *args, uint32_t side)
{
	struct fcl_resolved *resolved = &args->resolved;
	uint32_t expected = NOT_FILLED;

	if (atomic_load_explicit(&resolved->side, memory_order_relaxed) != NOT_FILLED ||
	    !atomic_compare_exchange_strong(&resolved->side, &expected, FILLING))
		return;
	resolved->nargs = resolve_fill(&(struct fcl_values){.args = args}, side, resolved->args);
	resolved->number = fresh_number();
	atomic_store_explicit(&resolved->side, side, memory_order_release);
}

/* --- a launch's own array --------------------------------------------------------------------- */

/*
 * The base's values, which are valid as the launch has entered its standing claim, and the change's;
 * the array may contain some of them. False: an argument that is not passed shifts the indices, so
 * this does not work.
 */
static bool fill_from_base(struct fcl_launch *launch, uint32_t side, struct fcl_hal_arg *hal)
{
	struct fcl_change *change = launch->values.change;
	const struct fcl_resolved *base = &launch->values.args->resolved;
	uint64_t differs = change->own | launch->standing->apart;

	if (base->nargs != launch->values.args->nargs)
		return false;
	for (uint64_t left = change->own; left; left &= left - 1)
		if (!is_passed(&change->values[__builtin_ctzll(left)]))
			return false;
	if (hal != change->hal || change->number != base->number)
		memcpy(hal, base->args, base->nargs * sizeof(*hal));
	else
		for (uint64_t left = change->differs & ~differs; left; left &= left - 1)
			hal[__builtin_ctzll(left)] = base->args[__builtin_ctzll(left)];
	for (uint64_t left = differs; left; left &= left - 1) {
		uint32_t arg = (uint32_t)__builtin_ctzll(left);

		resolve_fill_one(&launch->values, arg, side, &hal[arg]);
	}
	if (hal == change->hal) {
		change->number = base->number;
		change->differs = differs;
	}
	return true;
}

/* The commands of command buffers share a change with their copies, which may run at once. */
static struct fcl_hal_arg *own_array(struct fcl_launch *launch)
{
	struct fcl_change *change = launch->values.change;

	if (change && atomic_load_explicit(&change->refs, memory_order_relaxed) == 1)
		return change->hal;
	if (!launch->own)
		launch->own =
			malloc((launch->values.args->nargs + (size_t)1) * sizeof(*launch->own));
	return launch->own;
}

static bool resolve_own(struct fcl_launch *launch, uint32_t side, struct fcl_hal_request *request)
{
	const struct fcl_args *args = launch->values.args;
	struct fcl_change *change = launch->values.change;
	struct fcl_hal_arg *hal = own_array(launch);

	if (!hal)
		return false;
	if (change && launch->standing && fill_from_base(launch, side, hal)) {
		set_values(request, hal, args->nargs, args->resolved.number,
			   change->own | launch->standing->apart);
		return true;
	}
	set_values(request, hal, resolve_fill(&launch->values, side, hal), 0, 0);
	if (change && hal == change->hal)
		change->number = 0;
	return true;
}

bool fcl_resolve(struct fcl_launch *launch, uint32_t side, struct fcl_hal_request *request)
{
	struct fcl_args *args = launch->values.args;
	bool covered = launch->standing && !launch->standing->apart;

	if (launch->values.change)
		return resolve_own(launch, side, request);
	if (!covered) {
		fill_shared(args, side);
		if (!fcl_resolve_holds(args, side, 0))
			return resolve_own(launch, side, request);
	}
	set_values(request, args->resolved.args, args->resolved.nargs, args->resolved.number, 0);
	return true;
}
