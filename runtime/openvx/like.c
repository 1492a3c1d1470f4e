/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/openvx/flat.h"

#include <string.h>

#include "runtime/openvx/image.h"
#include "runtime/openvx/object_array.h"

static const struct fcl_vx_class *const classes[] = {
	&fcl_vx_scalar_class, &fcl_vx_array_class,        &fcl_vx_lut_class,
	&fcl_vx_matrix_class, &fcl_vx_distribution_class, &fcl_vx_convolution_class,
	&fcl_vx_remap_class,  &fcl_vx_threshold_class,    &fcl_vx_tensor_class,
	&fcl_vx_image_class,  &fcl_vx_pyramid_class,      &fcl_vx_object_array_class,
	&fcl_vx_delay_class,
};

const struct fcl_vx_class *fcl_vx_data_class(vx_enum type)
{
	for (size_t i = 0; i < FCL_VX_COUNT(classes); i++)
		if (classes[i]->type == type)
			return classes[i];
	return NULL;
}

#define CASE(kind, member)                                                                         \
	case VX_TYPE_##kind:                                                                       \
		return !memcmp(&a->member, &b->member, sizeof(a->member))

bool fcl_vx_same(const struct fcl_vx_meta *a, const struct fcl_vx_meta *b)
{
	if (a->type != b->type)
		return false;
	switch (a->type) {
		CASE(IMAGE, image);
		CASE(ARRAY, array);
		CASE(SCALAR, scalar);
		CASE(PYRAMID, pyramid);
		CASE(LUT, lut);
		CASE(DISTRIBUTION, distribution);
		CASE(THRESHOLD, threshold);
		CASE(MATRIX, matrix);
		CASE(CONVOLUTION, convolution);
		CASE(REMAP, remap);
		CASE(TENSOR, tensor);
	default:
		return !memcmp(&a->objects, &b->objects, sizeof(a->objects));
	}
}

static void *pyramid_like(vx_context context, vx_graph graph, const struct fcl_vx_meta *meta)
{
	if (graph)
		return vxCreateVirtualPyramid(graph, meta->pyramid.levels, meta->pyramid.scale,
					      meta->pyramid.width, meta->pyramid.height,
					      meta->pyramid.format);
	return vxCreatePyramid(context, meta->pyramid.levels, meta->pyramid.scale,
			       meta->pyramid.width, meta->pyramid.height, meta->pyramid.format);
}

static void *objects_like(vx_context context, vx_graph graph, vx_reference exemplar)
{
	const struct fcl_vx_group *group = (const struct fcl_vx_group *)exemplar;

	if (graph)
		return vxCreateVirtualObjectArray(graph, group->items[0], group->count);
	return vxCreateObjectArray(context, group->items[0], group->count);
}

vx_reference fcl_vx_like(vx_context context, vx_graph graph, vx_reference exemplar)
{
	const struct fcl_vx_meta *meta = &exemplar->meta;

	switch (meta->type) {
	case VX_TYPE_IMAGE:
		return (vx_reference)fcl_vx_image_create(context, graph, meta->image.width,
							 meta->image.height, meta->image.format);
	case VX_TYPE_PYRAMID:
		return pyramid_like(context, graph, meta);
	case VX_TYPE_OBJECT_ARRAY:
		return objects_like(context, graph, exemplar);
	case VX_TYPE_THRESHOLD:
		return graph ? (vx_reference)vxCreateVirtualThresholdForImage(
				       graph, meta->threshold.kind, meta->threshold.input,
				       meta->threshold.output)
			     : (vx_reference)vxCreateThresholdForImage(
				       context, meta->threshold.kind, meta->threshold.input,
				       meta->threshold.output);
	default:
		return fcl_vx_flat_create(context, graph, meta);
	}
}
