/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/derived.h"

#include <errno.h>
#include <string.h>

#include "runtime/core/kernels/args.h"

enum {
	MAX_ARGS = 64,     /* bits of fcl_args.own */
	MAX_REPEATS = 2,   /* launches with the same values, after which these get a full block */
	RENEW_AFTER = 1024 /* derived blocks, as some arguments may no longer change */
};

bool fcl_derived_suits(struct fcl_kernel *kernel)
{
	const struct fcl_args *base = kernel->args;

	kernel->repeats = kernel->touched ? 0 : kernel->repeats + 1;
	kernel->touched = false;
	return kernel->changed && base && kernel->repeats < MAX_REPEATS &&
	       kernel->nderived < RENEW_AFTER && base->nargs <= MAX_ARGS && !kernel->npipes &&
	       base->svm == kernel->svm &&
	       !atomic_load_explicit(&base->outdated, memory_order_relaxed);
}

/* Takes a reference to the object with that life. False: the host has released it. */
static bool take(struct fcl_mem *mem, uint64_t life)
{
	if (!fcl_object_try_ref(mem))
		return false;
	if (fcl_object_lives(mem, FCL_TYPE_MEM, life))
		return true;
	fcl_object_unref(mem);
	return false;
}

/* Whether the base has the same object in this argument, as with alternating buffers. */
static bool is_borrowed(const struct fcl_kernel *kernel, uint32_t index)
{
	const struct fcl_arg_value *value = &kernel->settings[index].value;
	const struct fcl_arg_value *base = &kernel->args->values[index];

	return value->mem && value->mem == base->mem && value->kind == base->kind &&
	       value->offset == base->offset && value->size == base->size;
}

static bool is_own(const struct fcl_kernel *kernel, uint32_t index)
{
	return kernel->settings[index].changed && !is_borrowed(kernel, index);
}

/* As in the kernel's block, each scalar starts at a multiple of 16 bytes. */
static uint32_t scalar_room(const struct fcl_arg_value *value)
{
	return value->kind == FCL_HAL_ARG_BYTES ? (uint32_t)((value->size + 15) / 16 * 16) : 0;
}

/* Appends a setting, and its scalar at `data`. False: the object has been released. */
static bool put(const struct fcl_kernel *kernel, struct fcl_args *args, uint32_t index,
		uint32_t data)
{
	const struct fcl_setting *setting = &kernel->settings[index];
	const struct fcl_arg_value *from = &setting->value;
	struct fcl_arg_value *value = &args->values[args->nown];

	if (from->mem && !take(from->mem, setting->life))
		return false;
	*value = *from;
	value->data = data;
	args->own |= UINT64_C(1) << index;
	args->nown++;
	if (value->kind == FCL_HAL_ARG_BYTES)
		memcpy(args->bytes + data, kernel->bytes + from->data, value->size);
	return true;
}

/* Counts the block's own values, and the bytes of their scalars. */
static uint32_t count_own(const struct fcl_kernel *kernel, uint32_t *ret_bytes)
{
	uint32_t count = 0;

	*ret_bytes = 0;
	for (uint32_t i = kernel->first_changed; i <= kernel->last_changed; i++) {
		if (!is_own(kernel, i))
			continue;
		count++;
		*ret_bytes += scalar_room(&kernel->settings[i].value);
	}
	return count;
}

int fcl_derived_create(struct fcl_kernel *kernel, struct fcl_args **ret_args, uint32_t *ret_failed)
{
	uint32_t bytes, data = 0, count = count_own(kernel, &bytes);
	struct fcl_args *args = fcl_args_create_derived(kernel, count, bytes);

	if (!args)
		return -ENOMEM;
	*ret_args = args;
	kernel->nderived++;
	for (uint32_t i = kernel->first_changed; i <= kernel->last_changed; i++) {
		if (!is_own(kernel, i))
			continue;
		if (!put(kernel, args, i, data)) {
			*ret_failed = i;
			return -ESTALE;
		}
		data += scalar_room(&kernel->settings[i].value);
	}
	return 0;
}
