/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/base/types.h"
#include "runtime/clients/openvx/objects/flat.h"

static const struct fcl_vx_attribute attributes[] = {
	{VX_SCALAR_TYPE, FCL_VX_META(scalar.type), .meta = true},
};

const struct fcl_vx_class fcl_vx_scalar_class = {
	.type = VX_TYPE_SCALAR,
	.size = sizeof(struct fcl_vx_flat),
	.destroy = fcl_vx_flat_destroy,
	.like = fcl_vx_flat_like,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

static void *scalar_create(vx_context context, vx_graph graph, vx_enum type)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_SCALAR, .scalar.type = type};

	context = fcl_vx_place(context, graph);
	if (!context)
		return NULL;
	if (!fcl_vx_type_size(context, type))
		return fcl_vx_error(VX_ERROR_INVALID_TYPE);
	return fcl_vx_flat_create(context, graph, &fcl_vx_scalar_class, &meta);
}

static vx_scalar create_with(vx_context context, vx_enum type, const void *ptr)
{
	vx_scalar scalar = scalar_create(context, NULL, type);

	if (ptr && fcl_vx_is(scalar, VX_TYPE_SCALAR))
		vxCopyScalar(scalar, (void *)ptr, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST);
	return scalar;
}

VX_API_ENTRY vx_scalar VX_API_CALL vxCreateScalar(vx_context context, vx_enum data_type,
						  const void *ptr)
{
	return create_with(context, data_type, ptr);
}

VX_API_ENTRY vx_scalar VX_API_CALL vxCreateScalarWithSize(vx_context context, vx_enum data_type,
							  const void *ptr, vx_size size)
{
	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	if (size != fcl_vx_type_size(context, data_type))
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return create_with(context, data_type, ptr);
}

VX_API_ENTRY vx_scalar VX_API_CALL vxCreateVirtualScalar(vx_graph graph, vx_enum data_type)
{
	return fcl_vx_is(graph, VX_TYPE_GRAPH) ? scalar_create(NULL, graph, data_type) : NULL;
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseScalar(vx_scalar *scalar)
{
	return fcl_vx_release(scalar, VX_TYPE_SCALAR);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryScalar(vx_scalar scalar, vx_enum attribute, void *ptr,
						 vx_size size)
{
	return fcl_vx_query(scalar, VX_TYPE_SCALAR, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyScalar(vx_scalar scalar, void *user_ptr, vx_enum usage,
						vx_enum user_mem_type)
{
	return fcl_vx_flat_copy(scalar, VX_TYPE_SCALAR, user_ptr, usage, user_mem_type);
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyScalarWithSize(vx_scalar scalar, vx_size size,
							void *user_ptr, vx_enum usage,
							vx_enum user_mem_type)
{
	if (!fcl_vx_is(scalar, VX_TYPE_SCALAR))
		return VX_ERROR_INVALID_REFERENCE;
	if (size != ((struct fcl_vx_flat *)scalar)->element)
		return VX_ERROR_INVALID_PARAMETERS;
	return vxCopyScalar(scalar, user_ptr, usage, user_mem_type);
}
