/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_ALLOC_H
#define FCL_EMU_ALLOC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/tree.h"

/*
 * First-fit allocator of device addresses. Free ranges are in a tree ordered by address, where each
 * node has the size of the largest range in its subtree, so the lowest range that is large enough
 * is found in O(log n). The same requests in the same order give the same addresses. The caller
 * locks.
 */

struct fcl_emu_alloc {
	struct fcl_tree ranges; /* the free ones */
	uint64_t free;          /* bytes */
};

/* Begins with one free range, [offset, offset + size). 0 or -ENOMEM. */
int fcl_emu_alloc_init(struct fcl_emu_alloc *alloc, uint64_t offset, uint64_t size);

void fcl_emu_alloc_fini(struct fcl_emu_alloc *alloc);

/*
 * Takes `size` bytes at the lowest address where they fit; -ENOMEM if there is none. Sizes are
 * multiples of the caller's grain, which keeps all offsets aligned.
 */
int fcl_emu_alloc_take(struct fcl_emu_alloc *alloc, uint64_t size, uint64_t *ret_offset);

/* Returns a range, merged with its free neighbours. False: no memory for its node. */
bool fcl_emu_alloc_give(struct fcl_emu_alloc *alloc, uint64_t offset, uint64_t size);

/* The largest size that fcl_emu_alloc_take() can give. */
uint64_t fcl_emu_alloc_largest(const struct fcl_emu_alloc *alloc);

#endif
