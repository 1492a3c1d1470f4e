/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_LIKE_H
#define FCL_VX_LIKE_H

#include "runtime/clients/openvx/base/object.h"

/* Whether objects with these metas can replace each other. */
bool fcl_vx_same(const struct fcl_vx_meta *a, const struct fcl_vx_meta *b);

/* The class of a data object type; NULL for other types. */
const struct fcl_vx_class *fcl_vx_data_class(vx_enum type);

/* Creates an object like the exemplar, in the context or, if virtual, in the graph. */
vx_reference fcl_vx_like(vx_context context, vx_graph graph, vx_reference exemplar);

extern const struct fcl_vx_class fcl_vx_scalar_class, fcl_vx_array_class, fcl_vx_lut_class,
	fcl_vx_distribution_class, fcl_vx_matrix_class, fcl_vx_convolution_class,
	fcl_vx_remap_class, fcl_vx_threshold_class, fcl_vx_tensor_class, fcl_vx_pyramid_class,
	fcl_vx_object_array_class, fcl_vx_delay_class;

#endif
