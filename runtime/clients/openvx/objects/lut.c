/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/objects/flat.h"

enum { MAX_ENTRIES = 65536 };

static vx_status lut_get_size(vx_reference ref, void *ptr, vx_size size)
{
	vx_size value = ((struct fcl_vx_flat *)ref)->element * ref->meta.lut.count;

	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

/* Entry 0 is for the lowest value of the type. */
static vx_status get_offset(vx_reference ref, void *ptr, vx_size size)
{
	vx_uint32 value = ref->meta.lut.type == VX_TYPE_INT16 ? (vx_uint32)(ref->meta.lut.count / 2)
							      : 0;

	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

static const struct fcl_vx_attribute attributes[] = {
	{VX_LUT_TYPE, FCL_VX_META(lut.type), .meta = true},
	{VX_LUT_COUNT, FCL_VX_META(lut.count), .meta = true},
	{VX_LUT_SIZE, .get = lut_get_size},
	{VX_LUT_OFFSET, .get = get_offset},
};

const struct fcl_vx_class fcl_vx_lut_class = {
	.type = VX_TYPE_LUT,
	.size = sizeof(struct fcl_vx_flat),
	.destroy = fcl_vx_flat_destroy,
	.like = fcl_vx_flat_like,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

static void *lut_create(vx_context context, vx_graph graph, vx_enum type, vx_size count)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_LUT, .lut = {type, count}};
	vx_size most = type == VX_TYPE_UINT8 ? 256 : MAX_ENTRIES;

	context = fcl_vx_place(context, graph);
	if (!context)
		return NULL;
	if (type != VX_TYPE_UINT8 && type != VX_TYPE_INT16)
		return fcl_vx_error(VX_ERROR_INVALID_TYPE);
	if (!count || count > most)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return fcl_vx_flat_create(context, graph, &fcl_vx_lut_class, &meta);
}

VX_API_ENTRY vx_lut VX_API_CALL vxCreateLUT(vx_context context, vx_enum data_type, vx_size count)
{
	return lut_create(context, NULL, data_type, count);
}

VX_API_ENTRY vx_lut VX_API_CALL vxCreateVirtualLUT(vx_graph graph, vx_enum data_type, vx_size count)
{
	return fcl_vx_is(graph, VX_TYPE_GRAPH) ? lut_create(NULL, graph, data_type, count) : NULL;
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseLUT(vx_lut *lut)
{
	return fcl_vx_release(lut, VX_TYPE_LUT);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryLUT(vx_lut lut, vx_enum attribute, void *ptr,
					      vx_size size)
{
	return fcl_vx_query(lut, VX_TYPE_LUT, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyLUT(vx_lut lut, void *user_ptr, vx_enum usage,
					     vx_enum user_mem_type)
{
	return fcl_vx_flat_copy(lut, VX_TYPE_LUT, user_ptr, usage, user_mem_type);
}

VX_API_ENTRY vx_status VX_API_CALL vxMapLUT(vx_lut lut, vx_map_id *map_id, void **ptr,
					    vx_enum usage, vx_enum mem_type, vx_bitfield flags)
{
	(void)flags;
	return fcl_vx_flat_map(lut, VX_TYPE_LUT, map_id, ptr, usage, mem_type);
}

VX_API_ENTRY vx_status VX_API_CALL vxUnmapLUT(vx_lut lut, vx_map_id map_id)
{
	return fcl_vx_unmap(lut, VX_TYPE_LUT, map_id);
}
