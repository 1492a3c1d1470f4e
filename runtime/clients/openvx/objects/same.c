/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/objects/same.h"

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
