/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/graph/arguments.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/graph/graph_state.h"
#include "runtime/clients/openvx/objects/same.h"

void fcl_vx_argument_drop(struct fcl_vx_argument *argument)
{
	fcl_vx_drop(argument->value);
	if (argument->delay)
		fcl_vx_drop(&argument->delay->ref);
	*argument = (struct fcl_vx_argument){0};
}

/* Finds the delay that contains the object, or the object that it is part of. */
static void find_delay(vx_reference value, struct fcl_vx_argument *ret)
{
	vx_reference parent = value->parent;

	ret->inner = -1;
	ret->slot = value->child;
	if (parent && parent->class->type != VX_TYPE_DELAY) {
		ret->inner = (vx_int32)value->child;
		ret->slot = parent->child;
		parent = parent->parent;
	}
	if (parent && parent->class->type == VX_TYPE_DELAY) {
		ret->delay = (struct fcl_vx_group *)parent;
		fcl_vx_hold(parent);
	}
}

static void graph_put_argument(vx_node node, vx_uint32 index, vx_reference value)
{
	struct fcl_vx_argument *argument = &node->arguments[index];
	struct fcl_vx_argument before = *argument;

	*argument = (struct fcl_vx_argument){.value = value};
	if (value) {
		fcl_vx_hold(value);
		find_delay(value, argument);
	}
	fcl_vx_argument_drop(&before);
}

static vx_status arguments_check_value(vx_node node, vx_uint32 index, vx_reference value)
{
	const struct fcl_vx_parameter_type *type = &node->kernel->parameters[index];

	if (!value)
		return type->state == VX_PARAMETER_STATE_OPTIONAL ? VX_SUCCESS
								  : VX_ERROR_INVALID_REFERENCE;
	if (!fcl_vx_is_of(node->ref.context, value, VX_TYPE_REFERENCE))
		return VX_ERROR_INVALID_REFERENCE;
	if (type->type != VX_TYPE_REFERENCE && type->type != value->class->type)
		return fcl_vx_fail(node, VX_ERROR_INVALID_TYPE,
				   "parameter %u of \"%s\" has type %#x, not %#x", index,
				   node->kernel->kernel_name, (unsigned)type->type,
				   (unsigned)value->class->type);
	/* a value whose graph is gone is refused at verification */
	if (value->is_virtual && value->scope && value->scope != node->graph)
		return VX_ERROR_INVALID_SCOPE;
	return VX_SUCCESS;
}

/* Whether another node or parameter of the graph also uses the value. */
static bool is_shared(vx_graph graph, vx_node node, vx_uint32 index, vx_reference value)
{
	for (vx_uint32 i = 0; i < graph->nnodes; i++) {
		vx_node other = graph->nodes[i];

		for (vx_uint32 k = 0; k < other->nparameters; k++)
			if ((other != node || k != index) && other->arguments[k].value &&
			    fcl_vx_overlap(other->arguments[k].value, value))
				return true;
	}
	return false;
}

/*
 * A verified graph stays verified if the new value is like the old one and neither connects nodes:
 * a program may pass another image for each frame.
 */
static bool arguments_may_replace(vx_node node, vx_uint32 index, vx_reference value)
{
	vx_reference before = node->arguments[index].value;

	return value && before && node->graph && node->graph->verified && !before->is_virtual &&
	       !value->is_virtual && !before->parent && !value->parent && !node->replicated &&
	       before->class->type == value->class->type && value->class->type != VX_TYPE_SCALAR &&
	       fcl_vx_same(&before->meta, &value->meta) &&
	       !is_shared(node->graph, node, index, before) &&
	       !is_shared(node->graph, node, index, value);
}

vx_status fcl_vx_node_set(vx_node node, vx_uint32 index, vx_reference value)
{
	vx_status status;
	bool keeps;

	if (index >= node->nparameters)
		return VX_ERROR_INVALID_PARAMETERS;
	fcl_vx_lock(node->ref.context);
	status = arguments_check_value(node, index, value);
	if (!status) {
		keeps = arguments_may_replace(node, index, value);
		graph_put_argument(node, index, value);
		if (!keeps)
			fcl_vx_graph_changed(node->graph);
	}
	fcl_vx_unlock(node->ref.context);
	return status;
}

void fcl_vx_node_values(vx_node node, vx_reference *values)
{
	for (vx_uint32 i = 0; i < node->nparameters; i++)
		values[i] = node->arguments[i].value;
}

struct fcl_vx_caller fcl_vx_node_caller(vx_node node)
{
	return (struct fcl_vx_caller){&node->ref, node->kernel->use_opencl ? node->queue : NULL,
				      node->kernel->kernel_name};
}

void fcl_vx_node_deinitialize(vx_node node)
{
	vx_reference values[FCL_VX_MAX_PARAMETERS];
	struct fcl_vx_caller caller = fcl_vx_node_caller(node);
	const struct fcl_vx_caller *before;

	if (!node->initialized)
		return;
	node->initialized = false;
	if (node->kernel->deinitialize) {
		fcl_vx_node_values(node, values);
		node->may_set_local = true;
		before = fcl_vx_caller_enter(&caller);
		node->kernel->deinitialize(node, values, node->nparameters);
		fcl_vx_caller_enter(before);
		node->may_set_local = false;
	}
	if (node->local_is_ours) {
		free(node->local);
		node->local = NULL;
		node->local_is_ours = false;
	}
	if (node->kernel->ops)
		node->kernel->ops->release(node);
	node->queue = NULL;
}
