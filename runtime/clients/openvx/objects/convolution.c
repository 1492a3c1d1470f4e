/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/objects/flat.h"

static vx_status convolution_get_size(vx_reference ref, void *ptr, vx_size size)
{
	vx_size value = ref->meta.convolution.rows * ref->meta.convolution.columns *
			sizeof(vx_int16);

	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

/* The scale must be a power of two. */
static vx_status set_scale(vx_reference ref, const void *ptr, vx_size size)
{
	vx_uint32 scale = *(const vx_uint32 *)ptr;

	(void)size;
	if (!scale || (scale & (scale - 1)))
		return VX_ERROR_INVALID_VALUE;
	ref->meta.convolution.scale = scale;
	return VX_SUCCESS;
}

static const struct fcl_vx_attribute attributes[] = {
	{VX_CONVOLUTION_ROWS, FCL_VX_META(convolution.rows), .meta = true},
	{VX_CONVOLUTION_COLUMNS, FCL_VX_META(convolution.columns), .meta = true},
	{VX_CONVOLUTION_SCALE, FCL_VX_META(convolution.scale), .set = set_scale},
	{VX_CONVOLUTION_SIZE, .get = convolution_get_size},
};

const struct fcl_vx_class fcl_vx_convolution_class = {
	.type = VX_TYPE_CONVOLUTION,
	.size = sizeof(struct fcl_vx_flat),
	.destroy = fcl_vx_flat_destroy,
	.like = fcl_vx_flat_like,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

static void *convolution_create(vx_context context, vx_graph graph, vx_size columns, vx_size rows)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_CONVOLUTION, .convolution = {rows, columns, 1}};

	context = fcl_vx_place(context, graph);
	if (!context)
		return NULL;
	if (columns < 3 || rows < 3 || columns % 2 == 0 || rows % 2 == 0)
		return fcl_vx_error(VX_ERROR_INVALID_DIMENSION);
	return fcl_vx_flat_create(context, graph, &fcl_vx_convolution_class, &meta);
}

VX_API_ENTRY vx_convolution VX_API_CALL vxCreateConvolution(vx_context context, vx_size columns,
							    vx_size rows)
{
	return convolution_create(context, NULL, columns, rows);
}

VX_API_ENTRY vx_convolution VX_API_CALL vxCreateVirtualConvolution(vx_graph graph, vx_size columns,
								   vx_size rows)
{
	return fcl_vx_is(graph, VX_TYPE_GRAPH) ? convolution_create(NULL, graph, columns, rows)
					       : NULL;
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseConvolution(vx_convolution *conv)
{
	return fcl_vx_release(conv, VX_TYPE_CONVOLUTION);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryConvolution(vx_convolution conv, vx_enum attribute,
						      void *ptr, vx_size size)
{
	return fcl_vx_query(conv, VX_TYPE_CONVOLUTION, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetConvolutionAttribute(vx_convolution conv, vx_enum attribute,
							     const void *ptr, vx_size size)
{
	return fcl_vx_set(conv, VX_TYPE_CONVOLUTION, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyConvolutionCoefficients(vx_convolution conv,
								 void *user_ptr, vx_enum usage,
								 vx_enum user_mem_type)
{
	return fcl_vx_flat_copy(conv, VX_TYPE_CONVOLUTION, user_ptr, usage, user_mem_type);
}
