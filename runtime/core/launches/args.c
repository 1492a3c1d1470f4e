/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/launches/args.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/objects/svm.h"

static size_t args_round_up(size_t size, size_t to)
{
	return (size + to - 1) / to * to;
}

struct fcl_args_layout fcl_args_layout(const struct fcl_kernel *kernel, size_t head)
{
	uint32_t nargs = kernel->facts->nargs;
	struct fcl_args_layout layout = {.hal_at = head + nargs * sizeof(struct fcl_arg_value)};

	layout.bytes_at = args_round_up(layout.hal_at + nargs * sizeof(struct fcl_hal_arg), 16);
	layout.size = args_round_up(layout.bytes_at + kernel->bytes_size, 64);
	return layout;
}

static struct fcl_args *args_allocate(const struct fcl_kernel *kernel)
{
	struct fcl_args_layout layout = fcl_args_layout(kernel, sizeof(struct fcl_args));
	struct fcl_args *args = aligned_alloc(64, layout.size);

	if (!args)
		return NULL;
	memset(args, 0, sizeof(*args));
	args->nargs = kernel->facts->nargs;
	args->resolved.args = (struct fcl_hal_arg *)((char *)args + layout.hal_at);
	args->bytes = (unsigned char *)args + layout.bytes_at;
	return args;
}

struct fcl_args *fcl_args_create(struct fcl_kernel *kernel)
{
	struct fcl_args *args = args_allocate(kernel);

	if (!args)
		return NULL;
	atomic_store_explicit(&args->refs, 1, memory_order_relaxed);
	args->kernel = fcl_object_ref(kernel);
	args->svm = fcl_svm_set_ref(kernel->svm);
	memcpy(args->bytes, kernel->bytes, kernel->bytes_size);
	for (uint32_t i = 0; i < args->nargs; i++) {
		args->values[i] = kernel->settings[i].value;
		if (args->values[i].mem)
			fcl_object_ref(args->values[i].mem);
	}
	return args;
}

/* Does not use the stock, which is guarded by the kernel's lock. */
void fcl_args_ref(struct fcl_args *args)
{
	atomic_fetch_add_explicit(&args->refs, 1, memory_order_relaxed);
}

static void args_release(struct fcl_args *args, uint32_t count)
{
	if (atomic_fetch_sub_explicit(&args->refs, count, memory_order_acq_rel) != count)
		return;
	fcl_standing_end(&args->standing);
	for (uint32_t i = 0; i < args->nargs; i++)
		fcl_object_unref(args->values[i].mem);
	fcl_svm_set_unref(args->svm);
	fcl_object_unref(args->kernel);
	free(args);
}

void fcl_args_unref(struct fcl_args *args)
{
	args_release(args, 1);
}

void fcl_args_abandon(struct fcl_args *args)
{
	if (args)
		args_release(args, 1 + args->stock);
}
