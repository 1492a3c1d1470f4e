/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SLAB_MAP_H
#define FCL_CORE_SLAB_MAP_H

#include <stdatomic.h>
#include <stdint.h>

/*
 * Tells which memory holds objects, and of which type. Every handle that a host passes is looked up
 * here before anything behind it is read. A slab has FCL_SLAB_BYTES bytes and is aligned to that,
 * so the map has one byte for each possible slab address. It is a two-level table, whose leaves are
 * allocated on demand. Lookups take no lock.
 */
#define FCL_SLAB_BYTES ((uintptr_t)1 << 16)

enum { FCL_SLAB_LEAF_BITS = 20, FCL_SLAB_TOP_BITS = 12 }; /* 48 bits with those in a slab */

typedef _Atomic uint8_t fcl_slab_leaf[1 << FCL_SLAB_LEAF_BITS];

extern _Atomic(fcl_slab_leaf *) fcl_slab_top[1 << FCL_SLAB_TOP_BITS];

/*
 * Records permanently that the slab, whose memory is initialized, holds objects of this type (not
 * 0). -ENOMEM: also for an address outside the table.
 */
int fcl_slab_map_add(const void *slab, uint8_t type);

/* The type of the objects in the slab at an address; 0: there is no slab. */
static inline uint8_t fcl_slab_map_type(const void *address)
{
	uintptr_t slab = (uintptr_t)address / FCL_SLAB_BYTES, top = slab >> FCL_SLAB_LEAF_BITS;
	fcl_slab_leaf *leaf;

	if (top >> FCL_SLAB_TOP_BITS)
		return 0;
	leaf = atomic_load_explicit(&fcl_slab_top[top], memory_order_acquire);
	if (!leaf)
		return 0;
	return atomic_load_explicit(&(*leaf)[slab & ((1u << FCL_SLAB_LEAF_BITS) - 1)],
				    memory_order_acquire);
}

#endif
