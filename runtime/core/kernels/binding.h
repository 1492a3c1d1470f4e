/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_BINDING_H
#define FCL_CORE_BINDING_H

#include "runtime/core/objects/mem.h"

struct fcl_kernel;

/*
 * A kernel keeps its block of values from one launch to the next, and with it references to memory
 * objects. OpenCL does not let a kernel keep such references, so each object is bound to it: when
 * the host releases the object for the last time, fcl_mem_retire() finds here the kernels that have
 * to give up their blocks. Commands in flight keep theirs.
 *
 * Locks: the context's bind_lock, then the kernel's. An object that was bound under them and has
 * not been retired is alive while either is held, because fcl_mem_retire() needs both.
 */
struct fcl_binding {
	struct fcl_mem *mem; /* NULL: not bound; both locks to write, either to read */
	struct fcl_kernel *kernel;
	struct fcl_binding *next, **link; /* in mem->bindings; bind_lock */
};

/* Bits of fcl_mem.bound. */
enum fcl_bound {
	FCL_BOUND = 1,   /* there may be bindings */
	FCL_RETIRED = 2, /* there will be no more */
};

/*
 * Binds to the object of that life, which may no longer exist. False: it does not. Both locks are
 * held.
 */
bool fcl_bind(struct fcl_binding *binding, struct fcl_kernel *kernel, struct fcl_mem *mem,
	      uint64_t life);

/* Both locks are held. Does nothing if it is not bound. */
void fcl_unbind(struct fcl_binding *binding);

/* Called when the host has released its last reference: see object.h. */
fcl_object_retire fcl_mem_retire;

#endif
