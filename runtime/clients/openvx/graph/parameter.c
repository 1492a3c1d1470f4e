/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/graph/parameter.h"

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/graph/arguments.h"
#include "runtime/clients/openvx/graph/graph.h"
#include "runtime/clients/openvx/graph/node.h"

static vx_status get_ref(vx_reference ref, void *ptr, vx_size size);
static vx_status get_meta(vx_reference ref, void *ptr, vx_size size);

static const struct fcl_vx_attribute parameter_attributes[] = {
	{VX_PARAMETER_INDEX, FCL_VX_FIELD(struct _vx_parameter, index)},
	{VX_PARAMETER_DIRECTION, FCL_VX_FIELD(struct _vx_parameter, direction)},
	{VX_PARAMETER_TYPE, FCL_VX_FIELD(struct _vx_parameter, type)},
	{VX_PARAMETER_STATE, FCL_VX_FIELD(struct _vx_parameter, state)},
	{VX_PARAMETER_REF, sizeof(vx_reference), .get = get_ref},
	{VX_PARAMETER_META_FORMAT, sizeof(vx_meta_format), .get = get_meta},
};

static void destroy_parameter(vx_reference ref)
{
	vx_parameter parameter = (vx_parameter)ref;

	fcl_vx_drop((vx_reference)parameter->kernel);
	fcl_vx_drop((vx_reference)parameter->node);
}

static const struct fcl_vx_class parameter_class = {
	.type = VX_TYPE_PARAMETER,
	.size = sizeof(struct _vx_parameter),
	.destroy = destroy_parameter,
	.attributes = parameter_attributes,
	.nattributes = FCL_VX_COUNT(parameter_attributes),
};

/* Adds a reference for the host. */
static vx_status get_ref(vx_reference ref, void *ptr, vx_size size)
{
	vx_parameter parameter = (vx_parameter)ref;
	vx_reference value = parameter->node ? parameter->node->arguments[parameter->index].value
					     : NULL;

	if (value)
		vxRetainReference(value);
	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

/* Describes the parameter's object, which must be set. */
static vx_status get_meta(vx_reference ref, void *ptr, vx_size size)
{
	vx_parameter parameter = (vx_parameter)ref;
	vx_reference value = parameter->node ? parameter->node->arguments[parameter->index].value
					     : NULL;
	vx_meta_format meta;

	if (!value)
		return VX_ERROR_NOT_SUPPORTED;
	meta = fcl_vx_create(ref->context, &fcl_vx_meta_format_class);
	if (!fcl_vx_is(meta, VX_TYPE_META_FORMAT))
		return VX_ERROR_NO_MEMORY;
	meta->ref.meta = value->meta;
	return fcl_vx_answer(ptr, size, &meta, sizeof(meta));
}

vx_parameter fcl_vx_parameter_create(vx_kernel kernel, vx_node node, vx_uint32 index)
{
	const struct fcl_vx_parameter_type *type =
		&(node ? node->kernel : kernel)->parameters[index];
	vx_parameter parameter = fcl_vx_create((node ? &node->ref : &kernel->ref)->context,
					       &parameter_class);

	if (!fcl_vx_is(parameter, VX_TYPE_PARAMETER))
		return parameter;
	parameter->kernel = kernel;
	parameter->node = node;
	fcl_vx_hold(node ? &node->ref : &kernel->ref);
	parameter->index = index;
	parameter->type = type->type;
	parameter->direction = type->direction;
	parameter->state = type->state;
	return parameter;
}

VX_API_ENTRY vx_parameter VX_API_CALL vxGetKernelParameterByIndex(vx_kernel kernel, vx_uint32 index)
{
	if (!fcl_vx_is(kernel, VX_TYPE_KERNEL))
		return NULL;
	if (index >= kernel->nparameters)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return fcl_vx_parameter_create(kernel, NULL, index);
}

VX_API_ENTRY vx_parameter VX_API_CALL vxGetParameterByIndex(vx_node node, vx_uint32 index)
{
	if (!fcl_vx_is(node, VX_TYPE_NODE))
		return NULL;
	if (index >= node->nparameters)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return fcl_vx_parameter_create(NULL, node, index);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseParameter(vx_parameter *param)
{
	return fcl_vx_release(param, VX_TYPE_PARAMETER);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetParameterByIndex(vx_node node, vx_uint32 index,
							 vx_reference value)
{
	if (!fcl_vx_is(node, VX_TYPE_NODE))
		return VX_ERROR_INVALID_REFERENCE;
	return fcl_vx_node_set(node, index, value);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetParameterByReference(vx_parameter parameter,
							     vx_reference value)
{
	if (!fcl_vx_is(parameter, VX_TYPE_PARAMETER))
		return VX_ERROR_INVALID_REFERENCE;
	if (!parameter->node)
		return VX_ERROR_INVALID_PARAMETERS;
	return fcl_vx_node_set(parameter->node, parameter->index, value);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryParameter(vx_parameter parameter, vx_enum attribute,
						    void *ptr, vx_size size)
{
	return fcl_vx_query(parameter, VX_TYPE_PARAMETER, attribute, ptr, size);
}
