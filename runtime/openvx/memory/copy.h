/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_COPY_H
#define FCL_VX_COPY_H

#include "runtime/openvx/memory/store.h"

/*
 * Elements of `element` bytes in a store, from `offset` on, and how they lie there and at the
 * caller: dimension 0 is the innermost one, strides are in bytes.
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

/* Elements without gaps on either side. */
struct fcl_vx_region fcl_vx_flat_region(struct fcl_vx_store *store, size_t offset, size_t size);

/*
 * What all vxCopy…() do, after they have checked their own arguments: `user` is memory, or a cl_mem
 * for VX_MEMORY_TYPE_OPENCL_BUFFER, from `user_offset` on. With a buffer nothing is waited for.
 */
vx_status fcl_vx_copy(vx_reference ref, const struct fcl_vx_region *region, void *user,
		      size_t user_offset, vx_enum usage, vx_enum memory_type);

/*
 * What all vxMap…() do: *ret_ptr is memory, or a cl_mem, that starts at the region's first element
 * and has the strides of the object.
 */
vx_status fcl_vx_map(vx_reference ref, const struct fcl_vx_region *region, vx_enum usage,
		     vx_enum memory_type, vx_map_id *ret_id, void **ret_ptr);
vx_status fcl_vx_unmap(void *ref, vx_enum type, vx_map_id id);

/* Whether a program has a part of the store mapped. */
bool fcl_vx_is_mapped(const struct fcl_vx_store *store);

/* Releases what nobody has unmapped. */
void fcl_vx_maps_clear(vx_context context);

/* Likewise, of one object. */
void fcl_vx_maps_forget(vx_reference ref);

/* VX_SUCCESS if the host, or the callback that calls, may reach the object's data. */
vx_status fcl_vx_may_access(vx_reference ref);

#endif
