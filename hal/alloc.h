/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_ALLOC_H
#define FCL_HAL_ALLOC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/tree.h"

/*
 * A first-fit allocator of device addresses. Free ranges are in a tree ordered by address, in which
 * each node knows the largest range in its subtree, so the lowest range that is large enough is
 * found in O(log n). The same requests in the same order give the same addresses. The caller locks.
 */

struct fcl_hal_alloc {
	struct fcl_tree ranges; /* free ranges */
	uint64_t free;          /* bytes */
};

/* Initializes it with one free range, [offset, offset + size). 0 or -ENOMEM. */
int fcl_hal_alloc_init(struct fcl_hal_alloc *alloc, uint64_t offset, uint64_t size);

void fcl_hal_alloc_fini(struct fcl_hal_alloc *alloc);

/*
 * Takes `size` bytes at the lowest address where they fit; -ENOMEM: they fit nowhere. Sizes must be
 * multiples of the caller's granularity, which keeps all offsets aligned.
 */
int fcl_hal_alloc_take(struct fcl_hal_alloc *alloc, uint64_t size, uint64_t *ret_offset);

/* Frees a range, and merges it with adjacent free ranges. False: no memory for a node. */
bool fcl_hal_alloc_give(struct fcl_hal_alloc *alloc, uint64_t offset, uint64_t size);

/* The largest size that fcl_hal_alloc_take() can satisfy. */
uint64_t fcl_hal_alloc_largest(const struct fcl_hal_alloc *alloc);

#endif
