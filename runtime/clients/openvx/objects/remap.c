/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/objects/flat.h"

static const struct fcl_vx_attribute attributes[] = {
	{VX_REMAP_SOURCE_WIDTH, FCL_VX_META(remap.source_width), .meta = true},
	{VX_REMAP_SOURCE_HEIGHT, FCL_VX_META(remap.source_height), .meta = true},
	{VX_REMAP_DESTINATION_WIDTH, FCL_VX_META(remap.width), .meta = true},
	{VX_REMAP_DESTINATION_HEIGHT, FCL_VX_META(remap.height), .meta = true},
};

const struct fcl_vx_class fcl_vx_remap_class = {
	.type = VX_TYPE_REMAP,
	.size = sizeof(struct fcl_vx_flat),
	.destroy = fcl_vx_flat_destroy,
	.like = fcl_vx_flat_like,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

static void *remap_create(vx_context context, vx_graph graph, const struct fcl_vx_meta *meta)
{
	context = fcl_vx_place(context, graph);
	if (!context)
		return NULL;
	if (!meta->remap.source_width || !meta->remap.source_height || !meta->remap.width ||
	    !meta->remap.height)
		return fcl_vx_error(VX_ERROR_INVALID_DIMENSION);
	return fcl_vx_flat_create(context, graph, &fcl_vx_remap_class, meta);
}

VX_API_ENTRY vx_remap VX_API_CALL vxCreateRemap(vx_context context, vx_uint32 src_width,
						vx_uint32 src_height, vx_uint32 dst_width,
						vx_uint32 dst_height)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_REMAP,
				   .remap = {src_width, src_height, dst_width, dst_height}};

	return remap_create(context, NULL, &meta);
}

VX_API_ENTRY vx_remap VX_API_CALL vxCreateVirtualRemap(vx_graph graph, vx_uint32 src_width,
						       vx_uint32 src_height, vx_uint32 dst_width,
						       vx_uint32 dst_height)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_REMAP,
				   .remap = {src_width, src_height, dst_width, dst_height}};

	return fcl_vx_is(graph, VX_TYPE_GRAPH) ? remap_create(NULL, graph, &meta) : NULL;
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseRemap(vx_remap *table)
{
	return fcl_vx_release(table, VX_TYPE_REMAP);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryRemap(vx_remap table, vx_enum attribute, void *ptr,
						vx_size size)
{
	return fcl_vx_query(table, VX_TYPE_REMAP, attribute, ptr, size);
}

/* Finds the points of a rectangle in the destination; NULL: all. */
static vx_status remap_find(vx_remap remap, const vx_rectangle_t *rect, vx_enum coordinate_type,
			    size_t user_stride, struct fcl_vx_region *ret)
{
	struct fcl_vx_flat *flat = (struct fcl_vx_flat *)remap;
	size_t point = sizeof(vx_coordinates2df_t), row;
	vx_rectangle_t all;

	if (!fcl_vx_is(remap, VX_TYPE_REMAP))
		return VX_ERROR_INVALID_REFERENCE;
	all = (vx_rectangle_t){0, 0, flat->ref.meta.remap.width, flat->ref.meta.remap.height};
	row = all.end_x * point;
	rect = rect ? rect : &all;
	if (coordinate_type != VX_TYPE_COORDINATES2DF || rect->start_x >= rect->end_x ||
	    rect->start_y >= rect->end_y || rect->end_x > all.end_x || rect->end_y > all.end_y)
		return VX_ERROR_INVALID_PARAMETERS;
	*ret = (struct fcl_vx_region){
		.store = flat->store,
		.offset = rect->start_y * row + rect->start_x * point,
		.element = point,
		.ndims = 2,
		.count = {rect->end_x - rect->start_x, rect->end_y - rect->start_y},
		.stride = {point, row},
		.user_stride = {point, user_stride ? user_stride : row}};
	if (ret->user_stride[1] < ret->count[0] * point)
		return VX_ERROR_INVALID_PARAMETERS;
	return fcl_vx_may_access(&flat->ref);
}

VX_API_ENTRY vx_status VX_API_CALL vxMapRemapPatch(vx_remap remap, const vx_rectangle_t *rect,
						   vx_map_id *map_id, vx_size *stride_y, void **ptr,
						   vx_enum coordinate_type, vx_enum usage,
						   vx_enum mem_type)
{
	struct fcl_vx_region region;
	vx_status status = remap_find(remap, rect, coordinate_type, 0, &region);

	if (status)
		return status;
	if (!stride_y)
		return VX_ERROR_INVALID_PARAMETERS;
	status = fcl_vx_map((vx_reference)remap, &region, usage, mem_type, map_id, ptr);
	if (!status)
		*stride_y = region.stride[1];
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxUnmapRemapPatch(vx_remap remap, vx_map_id map_id)
{
	return fcl_vx_unmap(remap, VX_TYPE_REMAP, map_id);
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyRemapPatch(vx_remap remap, const vx_rectangle_t *rect,
						    vx_size user_stride_y, void *user_ptr,
						    vx_enum user_coordinate_type, vx_enum usage,
						    vx_enum user_mem_type)
{
	struct fcl_vx_region region;
	vx_status status = remap_find(remap, rect, user_coordinate_type, user_stride_y, &region);

	return status ? status
		      : fcl_vx_copy((vx_reference)remap, &region, user_ptr, 0, usage,
				    user_mem_type);
}
