/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_MEM_H
#define FCL_CORE_MEM_H

#include "runtime/core/objects/context.h"

struct fcl_binding;
struct fcl_claim;
struct fcl_event;
struct fcl_need;
struct fcl_pipe;

/*
 * The sides that hold the current contents of a range of a buffer: bit 0 is the host side, bit 1 +
 * i the i-th device of the context. Ranges are sorted, start at 0, cover the buffer, and adjacent
 * ranges differ.
 */
struct fcl_span {
	uint64_t start; /* ends at the next range's start, or at the buffer's size */
	uint64_t valid; /* bit mask of sides; all ones: the contents are undefined */
};

#define FCL_SIDE_HOST 0u
#define FCL_SIDE_DEVICE(i) (1u + (i))

struct fcl_device_side {
	struct fcl_mem *root;                 /* the buffer; fixed */
	struct fcl_device_side *next, **link; /* in the device's list: holdings.h */
	struct fcl_hal_buffer *buffer;        /* NULL until first used; root's lock, or a claim */
	_Atomic uint32_t bank;  /* bank of `buffer`; FCL_HAL_BANK_DEFAULT: no buffer */
	_Atomic uint32_t users; /* commands that have claimed it; incremented under root's lock */
	bool pinned;            /* the host knows its device address; guarded by root's lock */
};

/* A region that the host has mapped. */
struct fcl_map {
	struct fcl_map *next;
	struct fcl_map *next_mixed; /* in the context's list; guarded by the context's lock */
	struct fcl_mem *mem;
	void *pointer;
	uint64_t offset, size; /* byte range in the mapped object */
	cl_map_flags flags;
	bool arrived; /* its command has succeeded: the host may have written there */
	bool leaving; /* the host has unmapped it, but the unmap command has not ended */
};

/*
 * A buffer, or a view of one (a sub-buffer). Only roots have sides, spans and a host side; views
 * access them through `root`.
 */
struct fcl_mem {
	struct fcl_object object;
	struct fcl_context *context;
	struct fcl_mem *root;          /* itself, or a view's root, to which it holds a reference */
	struct fcl_mem *parent;        /* NULL for a root */
	cl_mem_flags flags;            /* as CL_MEM_FLAGS reports */
	uint64_t origin;               /* offset in the root, in bytes */
	uint64_t size;                 /* bytes */
	void *host_ptr;                /* as CL_MEM_HOST_PTR reports */
	cl_mem_properties *properties; /* as given, NULL if none */
	uint32_t nproperties;
	struct fcl_pipe *pipe;        /* if the object is a pipe; NULL: a buffer */
	_Atomic uint32_t bound;       /* enum fcl_bound */
	struct fcl_binding *bindings; /* kernels with it as an argument value; guarded by the
					 context's bind_lock */

	pthread_mutex_t lock; /* guards the members below; held to plan and commit moves, not while
				 they run */
	struct fcl_map *maps; /* mappings of this object, newest first */
	uint32_t map_count;
	struct fcl_destructor *destructors; /* newest first */

	/* Roots only. */
	uint32_t wanted_bank;         /* index into the image's mems or the board's banks;
					 FCL_HAL_BANK_DEFAULT */
	_Atomic uint32_t hinted_bank; /* board bank of the first kernel argument it was set on */
	struct fcl_device *booked;    /* where it is booked (holdings.h), or NULL; fixed */
	uint32_t booked_bank;
	void *host; /* host side: the host's own pointer (USE_HOST_PTR) or our memory; NULL: none
		       yet */
	bool host_owned;         /* `host` was allocated by us */
	bool host_mapped;        /* `host` was mapped by us */
	bool p2p;                /* mappings expose the board's memory, if possible; fixed */
	_Atomic uint32_t window; /* the device side that shares memory with `host`; FCL_SIDE_HOST:
				    none. Changed under lock, together with `host`: window.h */
	_Atomic uint32_t mapped; /* mappings of it and its views; incremented under lock */
	cl_uint usm; /* CL_MEM_TYPE_…_INTEL of unified shared memory; 0: none; fixed */
	struct fcl_part *usm_part; /* the device it was allocated for; NULL: none; fixed */
	uint64_t one; /* sides that share one memory, including the host: see svm.h; 0: each is
			    separate; fixed */
	bool busy;    /* data is being moved between sides: commands that need the buffer park */
	_Atomic(struct fcl_event *) parked; /* through fcl_event.next_parked; changed under lock */
	struct fcl_span *spans;
	uint32_t nspans, span_room;
	/*
	 * The sides that hold all current contents, while none are being moved; 0: has to be
	 * determined under the lock. See fcl_residency_claim_settled().
	 */
	_Atomic uint64_t settled;
	struct fcl_claim *claims;      /* standing claims, current or revoked: standing.h */
	struct fcl_device_side *sides; /* one for each device of the context */
	uint64_t imported;             /* mask of device sides imported from a descriptor; fixed */
	_Atomic bool shared;   /* other processes or APIs use its device memory: it stays in its
				bank */
	struct fcl_need *need; /* the banks that its arguments reach, or NULL: need.h */
};

/* The sides that share one memory with the host side, as a mask; 0: none. */
static inline uint64_t fcl_mem_same(const struct fcl_mem *root)
{
	uint32_t window = atomic_load_explicit(&root->window, memory_order_relaxed);

	return window == FCL_SIDE_HOST ? root->one
				       : UINT64_C(1) << FCL_SIDE_HOST | UINT64_C(1) << window;
}

/* Whether the buffer may be moved to another bank of a device. */
static inline bool fcl_mem_may_move(const struct fcl_mem *root)
{
	return root->wanted_bank == FCL_HAL_BANK_DEFAULT &&
	       !atomic_load_explicit(&root->shared, memory_order_relaxed);
}

/* Return a root's side on a device, and that device, by side number. */
static inline struct fcl_device_side *fcl_device_side(const struct fcl_mem *root, uint32_t side)
{
	return &root->sides[side - FCL_SIDE_DEVICE(0)];
}

static inline struct fcl_device *fcl_side_device(const struct fcl_mem *root, uint32_t side)
{
	return root->context->devices[side - FCL_SIDE_DEVICE(0)];
}

#endif
