/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_FLAT_H
#define FCL_VX_FLAT_H

#include "runtime/clients/openvx/memory/copy.h"

/*
 * Data objects whose data is one array of bytes: scalars, arrays, LUTs, distributions, matrices,
 * convolutions, remaps, thresholds, tensors. Handles of these types point to this structure.
 */
struct fcl_vx_flat {
	struct _vx_reference ref;
	struct fcl_vx_store *store;
	struct fcl_vx_store *count;     /* arrays: number of items, one vx_uint64 */
	size_t offset;                  /* tensor views: offset of the first element */
	size_t stride[FCL_VX_MAX_DIMS]; /* tensors: in bytes */
	size_t element;                 /* size of an item in bytes */
	vx_reference base;              /* views: the object viewed */
	vx_enum memory_type;            /* tensors from …FromHandle() */
};

/*
 * Creates an object with zeroed data according to the meta, in a context or, if virtual, in a
 * graph; one of the two may be NULL. If the meta lacks sizes, as for virtual objects, there is no
 * data yet.
 */
void *fcl_vx_flat_create(vx_context context, vx_graph graph, const struct fcl_vx_class *class,
			 const struct fcl_vx_meta *meta);

/* The `like` of classes whose metas say all that there is to create. */
void *fcl_vx_flat_like(vx_context context, vx_graph graph, vx_reference exemplar);

/* Completes a virtual object without data according to the meta. */
vx_status fcl_vx_flat_resolve(struct fcl_vx_flat *flat, const struct fcl_vx_meta *meta);

void fcl_vx_flat_destroy(vx_reference ref);

/* The context for creating an object in either; NULL: neither is valid. */
vx_context fcl_vx_place(vx_context context, vx_graph graph);

/* Implements vxCopy…() for the whole object. */
vx_status fcl_vx_flat_copy(void *handle, vx_enum type, void *user, vx_enum usage,
			   vx_enum memory_type);

/* Implements vxMap…() for the whole object. */
vx_status fcl_vx_flat_map(void *handle, vx_enum type, vx_map_id *map_id, void **ptr, vx_enum usage,
			  vx_enum memory_type);

extern const struct fcl_vx_class fcl_vx_scalar_class, fcl_vx_array_class, fcl_vx_lut_class,
	fcl_vx_distribution_class, fcl_vx_matrix_class, fcl_vx_convolution_class,
	fcl_vx_remap_class, fcl_vx_threshold_class, fcl_vx_tensor_class;

#endif
