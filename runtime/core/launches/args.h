/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_ARGS_H
#define FCL_CORE_ARGS_H

#include "runtime/core/residency/standing.h"

/*
 * The values in the HAL's form, for one device side, which the launches of a block share: see
 * resolve.h.
 */
struct fcl_resolved {
	_Atomic uint32_t side; /* the side that they are for; NOT_FILLED, FILLING: resolve.c */
	_Atomic bool outdated; /* a buffer is not where `args` says: use a new block */
	uint32_t nargs;
	uint64_t number; /* identifies the contents of `args`: launch.values in requests */
	struct fcl_hal_arg *args;
};

/*
 * A block: the argument values of launches, with references to the memory objects. Commands share
 * the block that was current when they were enqueued; if a value has changed, the next launch gets
 * a change of it (change.h), or fills another one. So enqueueing costs one reference. Enqueueing
 * threads take it from `stock`; commands that end return it to `refs`. These are in different cache
 * lines, so that the threads do not contend. refs = 1 for the kernel, plus the commands, plus the
 * stock.
 */
struct fcl_args {
	_Alignas(64) _Atomic uint32_t refs;
	struct fcl_standing standing;
	_Alignas(64) uint32_t stock; /* guarded by the kernel's lock */
	/* Constant from here, except where an atomic member says otherwise. */
	_Alignas(64) struct fcl_kernel *kernel; /* with a reference */
	struct fcl_args *next;                  /* in a list of blocks to release */
	struct fcl_svm_set *svm; /* other SVM that is accessed, with a reference; or NULL */
	/* The instance that can run with these values, as found when one was enqueued; or NULL. */
	const struct fcl_kernel_instance *_Atomic fits;
	struct fcl_resolved resolved;
	unsigned char *bytes; /* scalars */
	uint32_t nargs;
	struct fcl_arg_value values[];
};

/*
 * Where the arrays of a block or a change are, in bytes from its start: they are one piece of memory
 * with it. `head` is the size of the struct, which ends in the values.
 */
struct fcl_args_layout {
	size_t hal_at, bytes_at, size;
};
struct fcl_args_layout fcl_args_layout(const struct fcl_kernel *kernel, size_t head);

/*
 * Creates a block with the kernel's settings, whose memory objects are alive. It has a reference to
 * the kernel, whose lock is held. NULL: out of memory.
 */
struct fcl_args *fcl_args_create(struct fcl_kernel *kernel);

enum { FCL_ARGS_STOCK = 64 }; /* references taken at once */

/* Takes a reference for a command; the kernel's lock is held. */
static inline void fcl_args_share(struct fcl_args *args)
{
	if (!args->stock) {
		atomic_fetch_add_explicit(&args->refs, FCL_ARGS_STOCK, memory_order_relaxed);
		args->stock = FCL_ARGS_STOCK;
	}
	args->stock--;
}

/*
 * Releases the kernel's own reference and those in stock; the kernel must no longer refer to the
 * block. NULL is allowed.
 */
void fcl_args_abandon(struct fcl_args *args);

/* May be called by any thread while a command uses the block. */
void fcl_args_ref(struct fcl_args *args);
void fcl_args_unref(struct fcl_args *args);

#endif
