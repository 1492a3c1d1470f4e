/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_FLAT_H
#define FCL_VX_FLAT_H

#include "runtime/openvx/memory/copy.h"

/*
 * Data objects whose data is one row of bytes: scalars, arrays, LUTs, distributions, matrices,
 * convolutions, remaps, thresholds, tensors. The handles of these types point to one.
 */
struct fcl_vx_flat {
	struct _vx_reference ref;
	struct fcl_vx_store *store;
	struct fcl_vx_store *count;     /* arrays: one vx_uint64 */
	size_t offset;                  /* views of tensors: the first element */
	size_t stride[FCL_VX_MAX_DIMS]; /* tensors: in bytes */
	size_t element;                 /* bytes of an item */
	vx_reference base;              /* views: what they are views of */
	vx_enum memory_type;            /* tensors: …FromHandle() */
};

/*
 * A new object with zeroed data, as the meta describes it, in a context or, virtual, in a graph; one
 * of the two may be NULL. A meta without all sizes, as virtual objects may have, has no data yet.
 */
void *fcl_vx_flat_create(vx_context context, vx_graph graph, const struct fcl_vx_meta *meta);

/* Gives a virtual object without data what the meta says. */
vx_status fcl_vx_flat_resolve(struct fcl_vx_flat *flat, const struct fcl_vx_meta *meta);

void fcl_vx_flat_destroy(vx_reference ref);

/* The context of a creation in either; NULL: neither is valid. */
vx_context fcl_vx_place(vx_context context, vx_graph graph);

/* vxCopy…() of the whole object. */
vx_status fcl_vx_flat_copy(void *handle, vx_enum type, void *user, vx_enum usage,
			   vx_enum memory_type);

/* vxMap…() of the whole object. */
vx_status fcl_vx_flat_map(void *handle, vx_enum type, vx_map_id *map_id, void **ptr, vx_enum usage,
			  vx_enum memory_type);

#endif
