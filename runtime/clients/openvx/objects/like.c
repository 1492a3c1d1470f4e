/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/objects/like.h"

#include "runtime/clients/openvx/images/image.h"
#include "runtime/clients/openvx/objects/flat.h"
#include "runtime/clients/openvx/objects/group.h"

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

static bool same_image(const struct fcl_vx_meta *a, const struct fcl_vx_meta *b)
{
	return a->image.width == b->image.width && a->image.height == b->image.height &&
	       a->image.format == b->image.format;
}

static bool same_pyramid(const struct fcl_vx_meta *a, const struct fcl_vx_meta *b)
{
	return a->pyramid.levels == b->pyramid.levels && a->pyramid.scale == b->pyramid.scale &&
	       a->pyramid.width == b->pyramid.width && a->pyramid.height == b->pyramid.height &&
	       a->pyramid.format == b->pyramid.format;
}

static bool same_distribution(const struct fcl_vx_meta *a, const struct fcl_vx_meta *b)
{
	return a->distribution.bins == b->distribution.bins &&
	       a->distribution.offset == b->distribution.offset &&
	       a->distribution.range == b->distribution.range;
}

static bool same_threshold(const struct fcl_vx_meta *a, const struct fcl_vx_meta *b)
{
	return a->threshold.kind == b->threshold.kind && a->threshold.input == b->threshold.input &&
	       a->threshold.output == b->threshold.output;
}

static bool same_matrix(const struct fcl_vx_meta *a, const struct fcl_vx_meta *b)
{
	return a->matrix.type == b->matrix.type && a->matrix.rows == b->matrix.rows &&
	       a->matrix.columns == b->matrix.columns && a->matrix.origin.x == b->matrix.origin.x &&
	       a->matrix.origin.y == b->matrix.origin.y && a->matrix.pattern == b->matrix.pattern;
}

static bool same_remap(const struct fcl_vx_meta *a, const struct fcl_vx_meta *b)
{
	return a->remap.source_width == b->remap.source_width &&
	       a->remap.source_height == b->remap.source_height &&
	       a->remap.width == b->remap.width && a->remap.height == b->remap.height;
}

static bool same_tensor(const struct fcl_vx_meta *a, const struct fcl_vx_meta *b)
{
	if (a->tensor.ndims != b->tensor.ndims || a->tensor.type != b->tensor.type ||
	    a->tensor.fixed_point != b->tensor.fixed_point)
		return false;
	for (vx_size i = 0; i < a->tensor.ndims; i++)
		if (a->tensor.dims[i] != b->tensor.dims[i])
			return false;
	return true;
}

bool fcl_vx_same(const struct fcl_vx_meta *a, const struct fcl_vx_meta *b)
{
	if (a->type != b->type)
		return false;
	switch (a->type) {
	case VX_TYPE_IMAGE:
		return same_image(a, b);
	case VX_TYPE_ARRAY:
		return a->array.item == b->array.item && a->array.capacity == b->array.capacity;
	case VX_TYPE_SCALAR:
		return a->scalar.type == b->scalar.type;
	case VX_TYPE_PYRAMID:
		return same_pyramid(a, b);
	case VX_TYPE_LUT:
		return a->lut.type == b->lut.type && a->lut.count == b->lut.count;
	case VX_TYPE_DISTRIBUTION:
		return same_distribution(a, b);
	case VX_TYPE_THRESHOLD:
		return same_threshold(a, b);
	case VX_TYPE_MATRIX:
		return same_matrix(a, b);
	case VX_TYPE_CONVOLUTION:
		return a->convolution.rows == b->convolution.rows &&
		       a->convolution.columns == b->convolution.columns &&
		       a->convolution.scale == b->convolution.scale;
	case VX_TYPE_REMAP:
		return same_remap(a, b);
	case VX_TYPE_TENSOR:
		return same_tensor(a, b);
	default:
		return a->objects.item == b->objects.item && a->objects.count == b->objects.count;
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
