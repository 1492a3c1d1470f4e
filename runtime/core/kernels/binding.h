/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_BINDING_H
#define FCL_CORE_BINDING_H

#include "runtime/core/objects/mem.h"

struct fcl_kernel;

/*
 * A kernel keeps its block of values, with references to memory objects, from one launch to the
 * next. OpenCL does not let a kernel keep such references, so each object is bound to the kernel:
 * when the host releases the object for the last time, fcl_mem_retire() finds the kernels that must
 * give up their blocks here. Commands in flight keep theirs.
 *
 * Locks: the context's bind_lock, then the kernel's. An object that was bound under both and has
 * not been retired stays alive while either is held, as fcl_mem_retire() needs both.
 */
struct fcl_binding {
	struct fcl_mem *mem; /* NULL: not bound; written under both locks, read under either */
	struct fcl_kernel *kernel;
	struct fcl_binding *next, **link; /* in mem->bindings; guarded by bind_lock */
};

/* Bits of fcl_mem.bound. */
enum fcl_bound {
	FCL_BOUND = 1,   /* there may be bindings */
	FCL_RETIRED = 2, /* no more will be added */
};

/*
 * Binds the object with that life, which may no longer exist. False: it does not. Both locks are
 * held.
 */
bool fcl_bind(struct fcl_binding *binding, struct fcl_kernel *kernel, struct fcl_mem *mem,
	      uint64_t life);

/* Unbinds it if it is bound. Both locks are held. */
void fcl_unbind(struct fcl_binding *binding);

#endif
