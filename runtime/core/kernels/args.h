/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_ARGS_H
#define FCL_CORE_ARGS_H

#include "runtime/core/kernels/kernel.h"

/*
 * Creates a block of values for a kernel's launches, without memory objects; the caller fills in
 * everything else. It has a reference to the kernel, whose lock is held. NULL: out of memory.
 */
struct fcl_args *fcl_args_create(struct fcl_kernel *kernel);

/* Drops data that was derived from the values of a block which no command uses. */
void fcl_args_reset(struct fcl_args *args);

/*
 * Creates a block derived from the kernel's block, with room for this many values and bytes of
 * scalars. The caller fills in the differences (derived.c), and has the only reference. The
 * kernel's lock is held. NULL: out of memory.
 */
struct fcl_args *fcl_args_create_derived(struct fcl_kernel *kernel, uint32_t nvalues,
					 uint32_t bytes_size);

/*
 * Prefetches the parts of a derived block that a launch uses, if another thread wrote them: see
 * fcl_event_expect(). `args` may be NULL.
 */
static inline void fcl_args_expect(const struct fcl_args *args)
{
	const char *at = (const char *)args;

	if (!args)
		return;
	__builtin_prefetch(&args->refs, 1);
	for (size_t i = offsetof(struct fcl_args, kernel); i <= sizeof(*args); i += 64)
		__builtin_prefetch(at + i, 1);
}

/* Frees the spare blocks of a kernel that is being destroyed. */
void fcl_args_free_spares(struct fcl_kernel *kernel);

/* Whether no command uses the kernel's block. The kernel's lock is held. */
bool fcl_args_alone(const struct fcl_args *args);

/* Takes a reference for a command; the kernel's lock is held. */
void fcl_args_share(struct fcl_args *args);

/*
 * Releases the kernel's own reference and those in stock; the kernel must no longer refer to the
 * block. NULL is allowed.
 */
void fcl_args_abandon(struct fcl_args *args);

/* May be called by any thread while a command uses the block. */
void fcl_args_ref(struct fcl_args *args);
void fcl_args_unref(struct fcl_args *args);

#endif
