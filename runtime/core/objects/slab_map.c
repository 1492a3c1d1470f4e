/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/slab_map.h"

#include <errno.h>
#include <stdlib.h>

_Atomic(fcl_slab_leaf *) fcl_slab_top[1 << FCL_SLAB_TOP_BITS];

/* If two threads need the same new leaf, one of them frees its own again. */
static fcl_slab_leaf *leaf_at(uintptr_t top)
{
	fcl_slab_leaf *leaf = atomic_load_explicit(&fcl_slab_top[top], memory_order_acquire);
	fcl_slab_leaf *fresh = leaf ? NULL : calloc(1, sizeof(*fresh));

	if (!fresh)
		return leaf;
	if (atomic_compare_exchange_strong_explicit(&fcl_slab_top[top], &leaf, fresh,
						    memory_order_acq_rel, memory_order_acquire))
		return fresh;
	free(fresh);
	return leaf;
}

int fcl_slab_map_add(const void *slab, uint8_t type)
{
	uintptr_t index = (uintptr_t)slab / FCL_SLAB_BYTES, top = index >> FCL_SLAB_LEAF_BITS;
	fcl_slab_leaf *leaf = top >> FCL_SLAB_TOP_BITS ? NULL : leaf_at(top);

	if (!leaf)
		return -ENOMEM;
	atomic_store_explicit(&(*leaf)[index & ((1u << FCL_SLAB_LEAF_BITS) - 1)], type,
			      memory_order_release);
	return 0;
}
