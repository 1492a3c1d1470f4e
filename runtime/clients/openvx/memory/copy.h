/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_COPY_H
#define FCL_VX_COPY_H

#include "runtime/clients/openvx/memory/store.h"

/*
 * Elements of `element` bytes in a store, starting at `offset`, with their layout there and in the
 * caller's memory. Dimension 0 is the innermost one; strides are in bytes.
 */
struct fcl_vx_region {
	struct fcl_vx_store *store;
	size_t offset;
	size_t element;
	unsigned ndims;
	size_t count[FCL_VX_MAX_DIMS];
	size_t stride[FCL_VX_MAX_DIMS];
	size_t user_stride[FCL_VX_MAX_DIMS];
};

/* A region of contiguous elements on both sides. */
struct fcl_vx_region fcl_vx_flat_region(struct fcl_vx_store *store, size_t offset, size_t size);

/*
 * Implements all vxCopy…() functions after they have checked their own arguments. `user` is host
 * memory or, for VX_MEMORY_TYPE_OPENCL_BUFFER, a cl_mem; `user_offset` is where the data starts.
 * Does not wait if it is a buffer.
 */
vx_status fcl_vx_copy(vx_reference ref, const struct fcl_vx_region *region, void *user,
		      size_t user_offset, vx_enum usage, vx_enum memory_type);

/*
 * Implements all vxMap…() functions. *ret_ptr is host memory, or a cl_mem, that starts at the
 * region's first element and has the object's strides.
 */
vx_status fcl_vx_map(vx_reference ref, const struct fcl_vx_region *region, vx_enum usage,
		     vx_enum memory_type, vx_map_id *ret_id, void **ret_ptr);
vx_status fcl_vx_unmap(void *ref, vx_enum type, vx_map_id id);

/* Whether a program has mapped part of the store. */
bool fcl_vx_is_mapped(const struct fcl_vx_store *store);

/* Releases maps that were never unmapped. */
void fcl_vx_maps_clear(vx_context context);

/* The same for one object. */
void fcl_vx_maps_forget(vx_reference ref);

/* VX_SUCCESS if the host, or the callback that is running, may access the object's data. */
vx_status fcl_vx_may_access(vx_reference ref);

#endif
