/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/objects/flat.h"

static vx_status get_dimensions(vx_reference ref, void *ptr, vx_size size)
{
	vx_size value = 1;

	(void)ref;
	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

/* The number of values in a bin; 0 if bins differ. */
static vx_status get_window(vx_reference ref, void *ptr, vx_size size)
{
	vx_uint32 range = ref->meta.distribution.range;
	vx_size bins = ref->meta.distribution.bins;
	vx_uint32 value = range % bins ? 0 : (vx_uint32)(range / bins);

	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

static vx_status distribution_get_size(vx_reference ref, void *ptr, vx_size size)
{
	vx_size value = ref->meta.distribution.bins * sizeof(vx_uint32);

	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

static const struct fcl_vx_attribute attributes[] = {
	{VX_DISTRIBUTION_DIMENSIONS, .get = get_dimensions},
	{VX_DISTRIBUTION_OFFSET, FCL_VX_META(distribution.offset), .meta = true},
	{VX_DISTRIBUTION_RANGE, FCL_VX_META(distribution.range), .meta = true},
	{VX_DISTRIBUTION_BINS, FCL_VX_META(distribution.bins), .meta = true},
	{VX_DISTRIBUTION_WINDOW, .get = get_window},
	{VX_DISTRIBUTION_SIZE, .get = distribution_get_size},
};

const struct fcl_vx_class fcl_vx_distribution_class = {
	.type = VX_TYPE_DISTRIBUTION,
	.size = sizeof(struct fcl_vx_flat),
	.destroy = fcl_vx_flat_destroy,
	.like = fcl_vx_flat_like,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

static void *distribution_create(vx_context context, vx_graph graph, vx_size bins, vx_int32 offset,
				 vx_uint32 range)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_DISTRIBUTION,
				   .distribution = {bins, offset, range}};

	context = fcl_vx_place(context, graph);
	if (!context)
		return NULL;
	if (!bins || !range)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return fcl_vx_flat_create(context, graph, &fcl_vx_distribution_class, &meta);
}

VX_API_ENTRY vx_distribution VX_API_CALL vxCreateDistribution(vx_context context, vx_size numBins,
							      vx_int32 offset, vx_uint32 range)
{
	return distribution_create(context, NULL, numBins, offset, range);
}

VX_API_ENTRY vx_distribution VX_API_CALL vxCreateVirtualDistribution(vx_graph graph,
								     vx_size numBins,
								     vx_int32 offset,
								     vx_uint32 range)
{
	return fcl_vx_is(graph, VX_TYPE_GRAPH)
		       ? distribution_create(NULL, graph, numBins, offset, range)
		       : NULL;
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseDistribution(vx_distribution *distribution)
{
	return fcl_vx_release(distribution, VX_TYPE_DISTRIBUTION);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryDistribution(vx_distribution distribution,
						       vx_enum attribute, void *ptr, vx_size size)
{
	return fcl_vx_query(distribution, VX_TYPE_DISTRIBUTION, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyDistribution(vx_distribution distribution, void *user_ptr,
						      vx_enum usage, vx_enum user_mem_type)
{
	return fcl_vx_flat_copy(distribution, VX_TYPE_DISTRIBUTION, user_ptr, usage, user_mem_type);
}

VX_API_ENTRY vx_status VX_API_CALL vxMapDistribution(vx_distribution distribution,
						     vx_map_id *map_id, void **ptr, vx_enum usage,
						     vx_enum mem_type, vx_bitfield flags)
{
	(void)flags;
	return fcl_vx_flat_map(distribution, VX_TYPE_DISTRIBUTION, map_id, ptr, usage, mem_type);
}

VX_API_ENTRY vx_status VX_API_CALL vxUnmapDistribution(vx_distribution distribution,
						       vx_map_id map_id)
{
	return fcl_vx_unmap(distribution, VX_TYPE_DISTRIBUTION, map_id);
}
