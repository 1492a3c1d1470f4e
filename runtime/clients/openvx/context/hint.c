/* SPDX-License-Identifier: Apache-2.0 */
/* Hints and directives. */
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/graph/graph.h"
#include "runtime/clients/openvx/graph/node.h"

VX_API_ENTRY vx_status VX_API_CALL vxSetImmediateModeTarget(vx_context context, vx_enum target_enum,
							    const char *target_string)
{
	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return VX_ERROR_INVALID_REFERENCE;
	return fcl_vx_target(context, target_enum, target_string, NULL);
}

VX_API_ENTRY vx_status VX_API_CALL vxHint(vx_reference reference, vx_enum hint, const void *data,
					  vx_size data_size)
{
	(void)data;
	(void)data_size;
	if (!fcl_vx_is(reference, VX_TYPE_REFERENCE))
		return VX_ERROR_INVALID_REFERENCE;
	switch (hint) {
	case VX_HINT_PERFORMANCE_DEFAULT:
	case VX_HINT_PERFORMANCE_LOW_POWER:
	case VX_HINT_PERFORMANCE_HIGH_SPEED:
		/* Boards have only one speed, but the frames of a graph may overlap. */
		if (fcl_vx_is(reference, VX_TYPE_GRAPH))
			((vx_graph)reference)->overlaps = hint == VX_HINT_PERFORMANCE_HIGH_SPEED;
		return VX_SUCCESS;
	default:
		return VX_ERROR_NOT_SUPPORTED;
	}
}

VX_API_ENTRY vx_status VX_API_CALL vxDirective(vx_reference reference, vx_enum directive)
{
	if (!fcl_vx_is(reference, VX_TYPE_REFERENCE))
		return VX_ERROR_INVALID_REFERENCE;
	switch (directive) {
	case VX_DIRECTIVE_DISABLE_LOGGING:
		reference->quiet = true;
		return VX_SUCCESS;
	case VX_DIRECTIVE_ENABLE_LOGGING:
		reference->quiet = false;
		return VX_SUCCESS;
	case VX_DIRECTIVE_DISABLE_PERFORMANCE:
	case VX_DIRECTIVE_ENABLE_PERFORMANCE:
		if (!fcl_vx_is(reference, VX_TYPE_CONTEXT))
			return VX_ERROR_NOT_SUPPORTED;
		((vx_context)reference)->performance = directive == VX_DIRECTIVE_ENABLE_PERFORMANCE;
		return VX_SUCCESS;
	default:
		return VX_ERROR_NOT_SUPPORTED;
	}
}
