/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/objects/pyramid.h"

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/images/image_create.h"
#include "runtime/clients/openvx/objects/flat.h"
#include <math.h>

#include "runtime/clients/openvx/images/layout.h"

static const struct fcl_vx_attribute attributes[] = {
	{VX_PYRAMID_LEVELS, FCL_VX_META(pyramid.levels), .meta = true},
	{VX_PYRAMID_SCALE, FCL_VX_META(pyramid.scale), .meta = true},
	{VX_PYRAMID_WIDTH, FCL_VX_META(pyramid.width), .meta = true},
	{VX_PYRAMID_HEIGHT, FCL_VX_META(pyramid.height), .meta = true},
	{VX_PYRAMID_FORMAT, FCL_VX_META(pyramid.format), .meta = true},
};

static void *pyramid_like(vx_context context, vx_graph graph, vx_reference exemplar)
{
	const struct fcl_vx_meta *meta = &exemplar->meta;

	if (graph)
		return vxCreateVirtualPyramid(graph, meta->pyramid.levels, meta->pyramid.scale,
					      meta->pyramid.width, meta->pyramid.height,
					      meta->pyramid.format);
	return vxCreatePyramid(context, meta->pyramid.levels, meta->pyramid.scale,
			       meta->pyramid.width, meta->pyramid.height, meta->pyramid.format);
}

const struct fcl_vx_class fcl_vx_pyramid_class = {
	.type = VX_TYPE_PYRAMID,
	.size = sizeof(struct fcl_vx_group),
	.like = pyramid_like,
	.destroy = fcl_vx_group_destroy,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

/* A level's size: the previous level's times the scale, rounded up. */
static vx_uint32 next_size(vx_uint32 base, vx_float32 scale, vx_size level)
{
	double size = base;

	if (scale == VX_SCALE_PYRAMID_HALF) {
		while (level--)
			size = ceil(size * 0.5);
	} else if (scale == VX_SCALE_PYRAMID_ORB) {
		/*
		 * A float cannot represent the fourth root of 1/2; computed in this way, every
		 * fourth level is exactly half.
		 */
		size = ceil(base * exp2((double)level / -4));
	} else {
		size = ceil(base * pow((double)scale, (double)level));
	}
	return (vx_uint32)size;
}

vx_status fcl_vx_pyramid_resolve(struct fcl_vx_group *pyramid, const struct fcl_vx_meta *meta)
{
	vx_status status = VX_SUCCESS;

	pyramid->ref.meta.pyramid = meta->pyramid;
	for (vx_size i = 0; i < pyramid->count && !status; i++) {
		struct fcl_vx_meta level = {
			.type = VX_TYPE_IMAGE,
			.image = {next_size(meta->pyramid.width, meta->pyramid.scale, i),
				  next_size(meta->pyramid.height, meta->pyramid.scale, i),
				  meta->pyramid.format}};

		status = fcl_vx_image_resolve((vx_image)pyramid->items[i], &level);
	}
	return status;
}

static void *pyramid_create(vx_context context, vx_graph graph, const struct fcl_vx_meta *meta)
{
	struct fcl_vx_group *pyramid = fcl_vx_group_create(context, graph, &fcl_vx_pyramid_class,
							   meta->pyramid.levels);
	vx_status status = VX_SUCCESS;

	if (!fcl_vx_is(pyramid, VX_TYPE_PYRAMID))
		return pyramid;
	for (vx_size i = 0; i < pyramid->count && !status; i++) {
		vx_image level = fcl_vx_image_create(context, graph, 0, 0, VX_DF_IMAGE_VIRT);

		if (!fcl_vx_group_put(pyramid, i, (vx_reference)level))
			status = VX_ERROR_NO_MEMORY;
	}
	if (!status)
		status = fcl_vx_pyramid_resolve(pyramid, meta);
	if (!status)
		return pyramid;
	fcl_vx_release(&pyramid, VX_TYPE_PYRAMID);
	return fcl_vx_error(status);
}

static bool is_scale(vx_float32 scale)
{
	return scale > 0 && scale <= 1;
}

VX_API_ENTRY vx_pyramid VX_API_CALL vxCreatePyramid(vx_context context, vx_size levels,
						    vx_float32 scale, vx_uint32 width,
						    vx_uint32 height, vx_df_image format)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_PYRAMID,
				   .pyramid = {levels, scale, width, height, format}};

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	if (!levels || levels > 64 || !is_scale(scale) || !width || !height)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	if (!fcl_vx_format(format))
		return fcl_vx_error(VX_ERROR_INVALID_FORMAT);
	return pyramid_create(context, NULL, &meta);
}

VX_API_ENTRY vx_pyramid VX_API_CALL vxCreateVirtualPyramid(vx_graph graph, vx_size levels,
							   vx_float32 scale, vx_uint32 width,
							   vx_uint32 height, vx_df_image format)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_PYRAMID,
				   .pyramid = {levels, scale, width, height, format}};
	vx_context context = fcl_vx_place(NULL, graph);

	if (!context)
		return NULL;
	if (!levels || levels > 64 || !is_scale(scale))
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	if (format != VX_DF_IMAGE_VIRT && !fcl_vx_format(format))
		return fcl_vx_error(VX_ERROR_INVALID_FORMAT);
	return pyramid_create(context, graph, &meta);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleasePyramid(vx_pyramid *pyr)
{
	return fcl_vx_release(pyr, VX_TYPE_PYRAMID);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryPyramid(vx_pyramid pyr, vx_enum attribute, void *ptr,
						  vx_size size)
{
	return fcl_vx_query(pyr, VX_TYPE_PYRAMID, attribute, ptr, size);
}

VX_API_ENTRY vx_image VX_API_CALL vxGetPyramidLevel(vx_pyramid pyr, vx_uint32 index)
{
	return fcl_vx_group_get(pyr, VX_TYPE_PYRAMID, index);
}
