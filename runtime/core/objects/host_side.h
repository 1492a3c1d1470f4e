/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_HOST_SIDE_H
#define FCL_CORE_HOST_SIDE_H

#include "runtime/core/objects/mem.h"

/*
 * Allocates a host side, aligned for DMA and padded to whole pages, which it does not share with
 * other data.
 */
void *fcl_host_side_allocate(uint64_t size);

/* Host memory that can be replaced in place by mmap(). NULL: out of memory. */
void *fcl_mem_map_host(uint64_t size);

/*
 * Returns the host side of a root, which is allocated if there is none; NULL: out of memory. The
 * root's lock is held.
 */
void *fcl_mem_make_host(struct fcl_mem *root);

#endif
