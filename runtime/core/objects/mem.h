/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_MEM_H
#define FCL_CORE_MEM_H

#include "runtime/core/objects/context.h"

struct fcl_binding;
struct fcl_claim;
struct fcl_event;
struct fcl_pipe;

/*
 * Which sides hold the newest bytes of a range of a buffer: bit 0 is the host side, bit 1 + i the
 * i-th device of the context. Ranges are sorted, start at 0, cover the buffer, and neighbours
 * differ.
 */
struct fcl_span {
	uint64_t start; /* the end is the next one's start, or the buffer's size */
	uint64_t valid; /* bit mask of sides; all ones while the contents are undefined */
};

#define FCL_SIDE_HOST 0u
#define FCL_SIDE_DEVICE(i) (1u + (i))

struct fcl_device_side {
	struct fcl_mem *root;                 /* the buffer it is a side of; fixed */
	struct fcl_device_side *next, **link; /* in the device's list: holdings.h */
	struct fcl_hal_buffer *buffer;        /* NULL until first used; root's lock, or a claim */
	_Atomic uint32_t bank;                /* of the buffer; FCL_HAL_BANK_DEFAULT: no buffer */
	_Atomic uint32_t users; /* commands that have claimed it; increased under root's lock */
	bool pinned;            /* the host knows its device address; guarded by root's lock */
};

/* A region that the host has mapped. */
struct fcl_map {
	struct fcl_map *next;
	void *pointer;
	uint64_t offset, size; /* bytes in the object mapped */
	cl_map_flags flags;
	bool arrived; /* its command has ended well: the host may have written there */
	bool leaving; /* the host has unmapped it, but the unmap command has not ended */
};

/*
 * A buffer, or a view of one (sub-buffer): only roots have sides, spans and a host side; views
 * reach them through `root`.
 */
struct fcl_mem {
	struct fcl_object object;
	struct fcl_context *context;
	struct fcl_mem *root;          /* itself, or the parent's root; a view holds a reference */
	struct fcl_mem *parent;        /* NULL for a root */
	cl_mem_flags flags;            /* as CL_MEM_FLAGS reports */
	uint64_t origin;               /* bytes from the root's first */
	uint64_t size;                 /* bytes */
	void *host_ptr;                /* what CL_MEM_HOST_PTR reports */
	cl_mem_properties *properties; /* as given, NULL if none */
	uint32_t nproperties;
	struct fcl_pipe *pipe;        /* what the object is if it is a pipe; NULL: a buffer */
	_Atomic uint32_t bound;       /* enum fcl_bound */
	struct fcl_binding *bindings; /* kernels with it as an argument value; guarded by the
					 context's bind_lock */

	pthread_mutex_t lock; /* guards everything below; held to plan and commit moves, not while
				 they run */
	struct fcl_map *maps; /* mappings of this object, newest first */
	uint32_t map_count;
	struct fcl_destructor *destructors; /* newest first */

	/* Roots only. */
	uint32_t wanted_bank;         /* index into the image's mems or the board's banks;
					 FCL_HAL_BANK_DEFAULT */
	_Atomic uint32_t hinted_bank; /* board bank of the kernel argument it was first set on */
	void *host; /* host side: the host's own pointer (USE_HOST_PTR) or our memory; NULL: none
		       yet */
	bool host_owned;  /* `host` is ours to free */
	bool host_mapped; /* `host` is ours to unmap */
	bool p2p;         /* a mapping shows the board's memory, where that is possible; fixed */
	_Atomic uint32_t window; /* the device side whose memory `host` is, too; FCL_SIDE_HOST:
				    none. Changed under lock, together with `host`: window.h */
	_Atomic uint32_t mapped; /* mappings of it and its views; increased under lock */
	cl_uint usm; /* CL_MEM_TYPE_…_INTEL of unified shared memory; 0: none; fixed */
	struct fcl_part *usm_part; /* what it was allocated for, NULL: no device; fixed */
	uint64_t one; /* sides that are one memory, including the host's: see svm.h; 0: each is
			    separate; fixed */
	bool busy;    /* bytes are being moved between sides: commands that need the buffer park */
	_Atomic(struct fcl_event *) parked; /* through fcl_event.next_parked; changed under lock */
	struct fcl_span *spans;
	uint32_t nspans, span_room;
	/* Sides that have the newest of all bytes, while none are on their way; 0: that is found
	 * out under the lock. See fcl_residency_claim_settled(). */
	_Atomic uint64_t settled;
	struct fcl_claim *claims;      /* those that stand, or stood: standing.h */
	struct fcl_device_side *sides; /* one for each device of the context */
	uint64_t imported;   /* mask of device sides that were imported from a descriptor; fixed */
	_Atomic bool shared; /* other processes or APIs use its device memory too: it stays in its
				bank */
};

/* Memory of the host that can be replaced where it is: mmap(). NULL: there is none. */
void *fcl_mem_map_host(uint64_t size);

/* The sides that are one memory with the host's, as a mask; 0: none is. */
static inline uint64_t fcl_mem_same(const struct fcl_mem *root)
{
	uint32_t window = atomic_load_explicit(&root->window, memory_order_relaxed);

	return window == FCL_SIDE_HOST ? root->one
				       : UINT64_C(1) << FCL_SIDE_HOST | UINT64_C(1) << window;
}

/* Return a root's side on a device, and that device, by the side's number. */
static inline struct fcl_device_side *fcl_device_side(const struct fcl_mem *root, uint32_t side)
{
	return &root->sides[side - FCL_SIDE_DEVICE(0)];
}

static inline struct fcl_device *fcl_side_device(const struct fcl_mem *root, uint32_t side)
{
	return root->context->devices[side - FCL_SIDE_DEVICE(0)];
}

/*
 * Creates a root buffer. `host_ptr` is that of clCreateBuffer, already validated against `flags`.
 * -ENOMEM. The caller gets an internal reference.
 */
int fcl_mem_create(struct fcl_context *context, cl_mem_flags flags, uint64_t size, void *host_ptr,
		   uint32_t wanted_bank, struct fcl_mem **ret_mem);

/*
 * Creates a view of `size` bytes at `origin` of `parent`. `flags` include the inherited ones.
 * -ENOMEM.
 */
int fcl_mem_create_view(struct fcl_mem *parent, cl_mem_flags flags, uint64_t origin, uint64_t size,
			struct fcl_mem **ret_mem);

/* Creates a pipe's object, which takes over `pipe`. NULL: out of memory. See pipe.h. */
struct fcl_mem *fcl_mem_create_pipe(struct fcl_context *context, cl_mem_flags flags,
				    struct fcl_pipe *pipe);

/* clSetMemObjectDestructorCallback. -ENOMEM. */
int fcl_mem_add_destructor(struct fcl_mem *mem, void(CL_CALLBACK *notify)(cl_mem, void *),
			   void *user_data);

uint32_t fcl_mem_map_count(struct fcl_mem *mem);

/*
 * Records a mapping of `size` bytes at `offset` of `mem` and gives its pointer; the MAP_BUFFER
 * command then moves the bytes to the host. Allocates the host side if there is none. -ENOMEM.
 */
int fcl_mem_map(struct fcl_mem *mem, uint64_t offset, uint64_t size, cl_map_flags flags,
		void **ret_pointer);

/*
 * Notes that the command of such a mapping has ended well; does nothing if the host has already unmapped
 * it.
 */
void fcl_mem_map_arrived(struct fcl_mem *mem, const void *pointer, uint64_t size,
			 cl_map_flags flags);

/* Whether it has. */
bool fcl_mem_map_has_arrived(struct fcl_mem *mem, const struct fcl_map *map);

/*
 * Begins to unmap: to the host the mapping is gone at once, so that it cannot be unmapped twice.
 * The record stays until the command ends, because a migration that was enqueued earlier must still
 * see it. NULL: no such mapping.
 */
struct fcl_map *fcl_mem_begin_unmap(struct fcl_mem *mem, const void *pointer);
void fcl_mem_end_unmap(struct fcl_mem *mem, struct fcl_map *map);
/* The unmap command could not be enqueued: the region is mapped as before. */
void fcl_mem_cancel_unmap(struct fcl_mem *mem, struct fcl_map *map);

/*
 * Makes the host side of regions that are mapped for writing the newest. OpenCL does not define the
 * result when a host migrates a buffer that it still maps; FPGA hosts do so often and expect this.
 */
void fcl_mem_touch_mapped(struct fcl_mem *mem);

/*
 * Returns the host side of a root, allocated if there is none; NULL: out of memory. The root's lock
 * is held.
 */
void *fcl_mem_make_host(struct fcl_mem *root);

/* Called for the last reference: see object.h. */
fcl_object_destroy fcl_mem_destroy;

#endif
