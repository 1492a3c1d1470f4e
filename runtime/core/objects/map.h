/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_MAP_H
#define FCL_CORE_MAP_H

#include "runtime/core/objects/mem.h"

uint32_t fcl_mem_map_count(struct fcl_mem *mem);

/*
 * Records a mapping of `size` bytes at `offset` of `mem`, and returns its pointer; the MAP_BUFFER
 * command then moves the data to the host. Allocates the host side if there is none. -ENOMEM.
 */
int fcl_mem_map(struct fcl_mem *mem, uint64_t offset, uint64_t size, cl_map_flags flags,
		void **ret_pointer);

/*
 * Records that the command of such a mapping has succeeded; does nothing if the host has already
 * unmapped it.
 */
void fcl_mem_map_arrived(struct fcl_mem *mem, const void *pointer, uint64_t size,
			 cl_map_flags flags);

/* Whether that command has succeeded. */
bool fcl_mem_map_has_arrived(struct fcl_mem *mem, const struct fcl_map *map);

/*
 * Begins to unmap. For the host, the mapping is gone at once, so that it cannot be unmapped twice.
 * The record stays until the command ends, as a migration that was enqueued earlier must still see
 * it. NULL: no such mapping.
 */
struct fcl_map *fcl_mem_begin_unmap(struct fcl_mem *mem, const void *pointer);

void fcl_mem_end_unmap(struct fcl_mem *mem, struct fcl_map *map);

/*
 * In contexts that mix: the object whose mapping returned this pointer, with a reference; NULL if
 * there is none. XRT unmaps pointers, whatever object the host names.
 */
struct fcl_mem *fcl_mem_mapped_at(struct fcl_context *context, const void *pointer);

/* Restores the mapping if the unmap command could not be enqueued. */
void fcl_mem_cancel_unmap(struct fcl_mem *mem, struct fcl_map *map);

/*
 * Makes the host side current for regions that are mapped for writing. OpenCL does not define the
 * result of migrating a buffer that is still mapped; FPGA hosts often do so, and expect this.
 */
void fcl_mem_touch_mapped(struct fcl_mem *mem);

/* Frees the mappings of an object that is being destroyed. */
void fcl_mem_forget_maps(struct fcl_mem *mem);

#endif
