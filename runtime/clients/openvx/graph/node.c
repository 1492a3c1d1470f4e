/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/graph/node.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/graph/arguments.h"
#include "runtime/clients/openvx/graph/graph_state.h"
#include "runtime/clients/openvx/graph/run.h"
#include "runtime/clients/openvx/memory/caller.h"
#include "runtime/clients/openvx/objects/flat.h"

/* Attributes. */

static vx_status node_set_border(vx_reference ref, const void *ptr, vx_size size)
{
	const vx_border_t *border = ptr;

	(void)size;
	if (border->mode < VX_BORDER_UNDEFINED || border->mode > VX_BORDER_REPLICATE)
		return VX_ERROR_INVALID_VALUE;
	((vx_node)ref)->border = *border;
	fcl_vx_graph_changed(((vx_node)ref)->graph);
	return VX_SUCCESS;
}

static vx_status node_set_local_size(vx_reference ref, const void *ptr, vx_size size)
{
	vx_node node = (vx_node)ref;

	(void)size;
	if (!node->may_set_local || node->kernel->local_size)
		return VX_ERROR_NOT_SUPPORTED;
	node->local_size = *(const vx_size *)ptr;
	return VX_SUCCESS;
}

static vx_status node_set_local(vx_reference ref, const void *ptr, vx_size size)
{
	vx_node node = (vx_node)ref;

	(void)size;
	if (!node->may_set_local || node->local_is_ours)
		return VX_ERROR_NOT_SUPPORTED;
	node->local = *(void *const *)ptr;
	return VX_SUCCESS;
}

static vx_status get_flags(vx_reference ref, void *ptr, vx_size size)
{
	vx_node node = (vx_node)ref;

	if (!node->replicated)
		return VX_ERROR_NOT_SUPPORTED;
	return fcl_vx_answer(ptr, size, node->flags, node->nparameters * sizeof(vx_bool));
}

static vx_status get_queue(vx_reference ref, void *ptr, vx_size size)
{
	vx_node node = (vx_node)ref;

	if (!node->kernel->use_opencl)
		return fcl_vx_fail(ref, VX_ERROR_NOT_SUPPORTED,
				   "VX_NODE_CL_COMMAND_QUEUE: kernel \"%s\" is not declared with "
				   "VX_KERNEL_USE_OPENCL",
				   node->kernel->kernel_name);
	if (!node->queue)
		return fcl_vx_fail(ref, VX_ERROR_NOT_ALLOCATED,
				   "VX_NODE_CL_COMMAND_QUEUE: the node's graph was not verified");
	return fcl_vx_answer(ptr, size, &node->queue->cl, sizeof(cl_command_queue));
}

static const struct fcl_vx_attribute attributes[] = {
	{VX_NODE_STATUS, FCL_VX_FIELD(struct _vx_node, status)},
	{VX_NODE_PERFORMANCE, FCL_VX_FIELD(struct _vx_node, performance)},
	{VX_NODE_BORDER, FCL_VX_FIELD(struct _vx_node, border), .set = node_set_border},
	{VX_NODE_LOCAL_DATA_SIZE, FCL_VX_FIELD(struct _vx_node, local_size),
	 .set = node_set_local_size},
	{VX_NODE_LOCAL_DATA_PTR, FCL_VX_FIELD(struct _vx_node, local), .set = node_set_local},
	{VX_NODE_PARAMETERS, FCL_VX_FIELD(struct _vx_node, nparameters)},
	{VX_NODE_IS_REPLICATED, FCL_VX_FIELD(struct _vx_node, replicated)},
	{VX_NODE_REPLICATE_FLAGS, .get = get_flags},
	{VX_NODE_VALID_RECT_RESET, FCL_VX_FIELD(struct _vx_node, valid_rect_reset)},
	{VX_NODE_CL_COMMAND_QUEUE, .get = get_queue},
};

static void destroy_node(vx_reference ref)
{
	vx_node node = (vx_node)ref;

	for (vx_uint32 i = 0; node->arguments && i < node->nparameters; i++)
		fcl_vx_argument_drop(&node->arguments[i]);
	free(node->arguments);
	fcl_vx_drop((vx_reference)node->kernel);
}

static const struct fcl_vx_class node_class = {
	.type = VX_TYPE_NODE,
	.size = sizeof(struct _vx_node),
	.destroy = destroy_node,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

static bool add_to_graph(vx_graph graph, vx_node node)
{
	vx_node *nodes = realloc(graph->nodes, (graph->nnodes + 1) * sizeof(*nodes));

	if (!nodes)
		return false;
	graph->nodes = nodes;
	nodes[graph->nnodes++] = node;
	fcl_vx_hold(&node->ref);
	node->graph = graph;
	fcl_vx_graph_changed(graph);
	return true;
}

static vx_node create_node(vx_graph graph, vx_kernel kernel)
{
	vx_node node = fcl_vx_create(graph->ref.context, &node_class);

	if (!fcl_vx_is(node, VX_TYPE_NODE))
		return node;
	node->arguments = calloc(kernel->nparameters, sizeof(*node->arguments));
	node->nparameters = kernel->nparameters;
	node->kernel = kernel;
	node->border.mode = VX_BORDER_UNDEFINED;
	node->valid_rect_reset = kernel->resets ? vx_true_e : vx_false_e;
	node->local_size = kernel->local_size;
	fcl_vx_hold(&kernel->ref);
	if (node->arguments && add_to_graph(graph, node))
		return node;
	vxReleaseNode(&node);
	return fcl_vx_error(VX_ERROR_NO_MEMORY);
}

VX_API_ENTRY vx_node VX_API_CALL vxCreateGenericNode(vx_graph graph, vx_kernel kernel)
{
	vx_node node;

	if (!fcl_vx_is(graph, VX_TYPE_GRAPH))
		return NULL;
	if (!fcl_vx_is_of(graph->ref.context, kernel, VX_TYPE_KERNEL))
		return fcl_vx_error(VX_ERROR_INVALID_REFERENCE);
	if (!kernel->finalized)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	if (fcl_vx_run_pause(graph))
		return fcl_vx_error(VX_FAILURE);
	fcl_vx_lock(graph->ref.context);
	node = create_node(graph, kernel);
	fcl_vx_unlock(graph->ref.context);
	fcl_vx_run_resume(graph);
	return node;
}

/* Destroying nodes. */

/* Graph parameters that refer to the node become empty. */
static void forget_parameters(vx_graph graph, vx_node node)
{
	for (vx_uint32 i = 0; i < graph->nparameters; i++) {
		if (graph->parameters[i].node == node) {
			fcl_vx_drop(&node->ref);
			graph->parameters[i].node = NULL;
		}
	}
}

static void node_take_out(vx_graph graph, vx_node node)
{
	vx_uint32 i = 0;

	while (graph->nodes[i] != node)
		i++;
	memmove(&graph->nodes[i], &graph->nodes[i + 1],
		(graph->nnodes - i - 1) * sizeof(*graph->nodes));
	graph->nnodes--;
	forget_parameters(graph, node);
	node->graph = NULL;
	fcl_vx_drop(&node->ref);
}

VX_API_ENTRY vx_status VX_API_CALL vxRemoveNode(vx_node *handle)
{
	vx_node node = handle ? *handle : NULL;
	vx_context context;
	vx_graph graph;

	if (!fcl_vx_is(node, VX_TYPE_NODE))
		return VX_ERROR_INVALID_REFERENCE;
	context = node->ref.context;
	graph = node->graph;
	if (graph) {
		if (fcl_vx_run_pause(graph))
			return VX_FAILURE;
		fcl_vx_run_finish(graph);
		fcl_vx_lock(context);
		fcl_vx_graph_changed(graph);
		fcl_vx_node_deinitialize(node);
		fcl_vx_hold(&node->ref);
		node_take_out(graph, node);
		fcl_vx_unlock(context);
		fcl_vx_run_resume(graph);
		fcl_vx_release(handle, VX_TYPE_NODE);
		fcl_vx_drop(&node->ref);
		return VX_SUCCESS;
	}
	return fcl_vx_release(handle, VX_TYPE_NODE);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseNode(vx_node *node)
{
	return fcl_vx_release(node, VX_TYPE_NODE);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryNode(vx_node node, vx_enum attribute, void *ptr,
					       vx_size size)
{
	return fcl_vx_query(node, VX_TYPE_NODE, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetNodeAttribute(vx_node node, vx_enum attribute,
						      const void *ptr, vx_size size)
{
	return fcl_vx_set(node, VX_TYPE_NODE, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxAssignNodeCallback(vx_node node, vx_nodecomplete_f callback)
{
	if (!fcl_vx_is(node, VX_TYPE_NODE))
		return VX_ERROR_INVALID_REFERENCE;
	node->callback = callback;
	return VX_SUCCESS;
}

VX_API_ENTRY vx_nodecomplete_f VX_API_CALL vxRetrieveNodeCallback(vx_node node)
{
	return fcl_vx_is(node, VX_TYPE_NODE) ? node->callback : NULL;
}

/* Parses "any", ignoring case, or "device0", "device1", …: the context's devices in order. */
vx_status fcl_vx_target(vx_context context, vx_enum target, const char *name,
			cl_device_id *ret_device)
{
	cl_device_id device = NULL;
	char *end = NULL;

	if (target == VX_TARGET_STRING) {
		if (!name)
			return VX_ERROR_INVALID_PARAMETERS;
		if (!strncasecmp(name, "device", 6) && name[6] >= '0' && name[6] <= '9') {
			unsigned long index = strtoul(name + 6, &end, 10);

			if (*end || index >= context->ndevices)
				return VX_ERROR_NOT_SUPPORTED;
			device = context->devices[index];
		} else if (strcasecmp(name, "any") != 0) {
			return VX_ERROR_NOT_SUPPORTED;
		}
	} else if (target != VX_TARGET_ANY) {
		return VX_ERROR_NOT_SUPPORTED;
	}
	if (ret_device)
		*ret_device = device;
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxSetNodeTarget(vx_node node, vx_enum target_enum,
						   const char *target_string)
{
	cl_device_id device;
	vx_status status;

	if (!fcl_vx_is(node, VX_TYPE_NODE))
		return VX_ERROR_INVALID_REFERENCE;
	status = fcl_vx_target(node->ref.context, target_enum, target_string, &device);
	if (status)
		return status;
	node->target = device;
	fcl_vx_graph_changed(node->graph);
	return VX_SUCCESS;
}

/* Replication: one node for each item of a pyramid or object array. */

/*
 * The group whose first item is a replicated parameter's object; NULL: the object is not the first
 * item of a group.
 */
static struct fcl_vx_group *group_of(vx_reference value)
{
	vx_reference parent = value ? value->parent : NULL;

	if (!parent || value->child != 0 ||
	    (parent->class->type != VX_TYPE_PYRAMID && parent->class->type != VX_TYPE_OBJECT_ARRAY))
		return NULL;
	return (struct fcl_vx_group *)parent;
}

static vx_status count_replicas(vx_node first, const vx_bool *replicate, vx_size *ret_count)
{
	vx_size count = 0;

	for (vx_uint32 i = 0; i < first->nparameters; i++) {
		struct fcl_vx_group *group = group_of(first->arguments[i].value);

		if (!replicate[i]) {
			if (first->kernel->parameters[i].direction == VX_OUTPUT &&
			    first->arguments[i].value)
				return VX_ERROR_INVALID_PARAMETERS;
			continue;
		}
		if (!group || (count && count != group->count))
			return VX_ERROR_INVALID_PARAMETERS;
		count = group->count;
	}
	*ret_count = count;
	return count ? VX_SUCCESS : VX_ERROR_INVALID_PARAMETERS;
}

static vx_status add_replica(vx_graph graph, vx_node first, const vx_bool *replicate, vx_size index)
{
	vx_node node = create_node(graph, first->kernel);
	vx_status status = VX_SUCCESS;

	if (!fcl_vx_is(node, VX_TYPE_NODE))
		return VX_ERROR_NO_MEMORY;
	node->border = first->border;
	node->target = first->target;
	for (vx_uint32 i = 0; i < node->nparameters && !status; i++) {
		vx_reference value = first->arguments[i].value;

		if (replicate[i])
			value = group_of(value)->items[index];
		status = value ? fcl_vx_node_set(node, i, value) : VX_SUCCESS;
	}
	vxReleaseNode(&node);
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxReplicateNode(vx_graph graph, vx_node first_node,
						   vx_bool replicate[],
						   vx_uint32 number_of_parameters)
{
	vx_size count;
	vx_status status;

	if (!fcl_vx_is(graph, VX_TYPE_GRAPH) || !fcl_vx_is(first_node, VX_TYPE_NODE))
		return VX_ERROR_INVALID_REFERENCE;
	if (!replicate || number_of_parameters != first_node->nparameters ||
	    first_node->graph != graph || first_node->replicated)
		return VX_ERROR_INVALID_PARAMETERS;
	fcl_vx_lock(graph->ref.context);
	status = count_replicas(first_node, replicate, &count);
	for (vx_size i = 1; i < count && !status; i++)
		status = add_replica(graph, first_node, replicate, i);
	if (!status) {
		first_node->replicated = vx_true_e;
		memcpy(first_node->flags, replicate, number_of_parameters * sizeof(vx_bool));
	}
	fcl_vx_unlock(graph->ref.context);
	return status;
}
