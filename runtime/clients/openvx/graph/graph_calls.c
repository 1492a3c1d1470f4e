/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/graph/arguments.h"
#include "runtime/clients/openvx/graph/flights.h"
#include "runtime/clients/openvx/graph/graph_state.h"
#include "runtime/clients/openvx/graph/node.h"
#include "runtime/clients/openvx/graph/parameter.h"
#include "runtime/clients/openvx/graph/run.h"
#include "runtime/clients/openvx/images/image.h"
#include "runtime/clients/openvx/images/part.h"
#include "runtime/clients/openvx/objects/flat.h"

static const struct fcl_vx_attribute attributes[] = {
	{VX_GRAPH_NUMNODES, FCL_VX_FIELD(struct _vx_graph, nnodes)},
	{VX_GRAPH_PERFORMANCE, FCL_VX_FIELD(struct _vx_graph, performance)},
	{VX_GRAPH_NUMPARAMETERS, FCL_VX_FIELD(struct _vx_graph, nparameters)},
	{VX_GRAPH_STATE, FCL_VX_FIELD(struct _vx_graph, state)},
};

/* Virtual objects may outlive the graph; then they belong to no graph. */
static void forget_scope(vx_graph graph)
{
	for (vx_reference at = graph->ref.context->objects; at && !graph->ref.context->closing;
	     at = at->next)
		if (at->scope == graph)
			at->scope = NULL;
}

static void destroy_queues(vx_graph graph)
{
	struct fcl_vx_graph_queue *at;

	while ((at = graph->queues)) {
		graph->queues = at->next;
		fcl_vx_queue_return(graph->ref.context, at->queue);
		free(at);
	}
}

static void graph_link_out(vx_graph graph)
{
	vx_graph *at = &graph->ref.context->graphs;

	while (*at && *at != graph)
		at = &(*at)->next;
	if (*at)
		*at = graph->next;
}

static void destroy_graph(vx_reference ref)
{
	vx_graph graph = (vx_graph)ref;

	fcl_vx_run_stop(graph);
	fcl_vx_run_finish(graph);
	fcl_vx_lock(ref->context);
	graph_link_out(graph);
	fcl_vx_flights_reset(graph);
	forget_scope(graph);
	for (vx_uint32 i = 0; i < graph->nnodes; i++)
		fcl_vx_node_deinitialize(graph->nodes[i]);
	for (vx_uint32 i = 0; i < graph->nparameters; i++)
		fcl_vx_drop((vx_reference)graph->parameters[i].node);
	for (vx_uint32 i = 0; i < graph->nnodes; i++) {
		graph->nodes[i]->graph = NULL;
		/* vxReleaseGraph() also releases the host's references to nodes. */
		fcl_vx_disown(&graph->nodes[i]->ref);
		fcl_vx_drop(&graph->nodes[i]->ref);
	}
	for (vx_uint32 i = 0; i < graph->ndelays; i++)
		fcl_vx_drop(&graph->delays[i]->ref);
	destroy_queues(graph);
	fcl_vx_unlock(ref->context);
	free(graph->nodes);
	free(graph->parameters);
	free(graph->delays);
	pthread_mutex_destroy(&graph->run);
	pthread_mutex_destroy(&graph->lock);
	pthread_mutex_destroy(&graph->launch_lock);
	free(graph->launches);
	pthread_cond_destroy(&graph->changed);
}

static bool graph_is_busy(vx_reference ref)
{
	return fcl_vx_run_calls_back((vx_graph)ref);
}

static const struct fcl_vx_class graph_class = {
	.type = VX_TYPE_GRAPH,
	.size = sizeof(struct _vx_graph),
	.destroy = destroy_graph,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
	.is_busy = graph_is_busy,
};

VX_API_ENTRY vx_graph VX_API_CALL vxCreateGraph(vx_context context)
{
	pthread_mutexattr_t recursive;
	vx_graph graph;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	graph = fcl_vx_create(context, &graph_class);
	if (!fcl_vx_is(graph, VX_TYPE_GRAPH))
		return graph;
	graph->state = VX_GRAPH_STATE_UNVERIFIED;
	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&graph->run, &recursive);
	pthread_mutexattr_destroy(&recursive);
	pthread_mutex_init(&graph->lock, NULL);
	pthread_mutex_init(&graph->launch_lock, NULL);
	pthread_cond_init(&graph->changed, NULL);
	fcl_vx_lock(context);
	graph->next = context->graphs;
	context->graphs = graph;
	fcl_vx_unlock(context);
	return graph;
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseGraph(vx_graph *graph)
{
	return fcl_vx_release(graph, VX_TYPE_GRAPH);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryGraph(vx_graph graph, vx_enum attribute, void *ptr,
						vx_size size)
{
	if (fcl_vx_is(graph, VX_TYPE_GRAPH) && attribute == VX_GRAPH_PERFORMANCE)
		fcl_vx_run_collect(graph->ref.context);
	return fcl_vx_query(graph, VX_TYPE_GRAPH, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetGraphAttribute(vx_graph graph, vx_enum attribute,
						       const void *ptr, vx_size size)
{
	return fcl_vx_set(graph, VX_TYPE_GRAPH, attribute, ptr, size);
}

VX_API_ENTRY vx_bool VX_API_CALL vxIsGraphVerified(vx_graph graph)
{
	return fcl_vx_is(graph, VX_TYPE_GRAPH) && graph->verified ? vx_true_e : vx_false_e;
}

/* Parameters. */

static vx_status graph_add_parameter(vx_graph graph, vx_parameter parameter)
{
	struct fcl_vx_graph_parameter *all = realloc(graph->parameters,
						     (graph->nparameters + 1) * sizeof(*all));

	if (!all)
		return VX_ERROR_NO_MEMORY;
	graph->parameters = all;
	all[graph->nparameters++] = (struct fcl_vx_graph_parameter){parameter->node,
								    parameter->index};
	fcl_vx_hold(&parameter->node->ref);
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxAddParameterToGraph(vx_graph graph, vx_parameter parameter)
{
	vx_status status = VX_ERROR_INVALID_PARAMETERS;

	if (!fcl_vx_is(graph, VX_TYPE_GRAPH) || !fcl_vx_is(parameter, VX_TYPE_PARAMETER))
		return VX_ERROR_INVALID_REFERENCE;
	fcl_vx_lock(graph->ref.context);
	if (parameter->node && parameter->node->graph == graph)
		status = graph_add_parameter(graph, parameter);
	fcl_vx_unlock(graph->ref.context);
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxSetGraphParameterByIndex(vx_graph graph, vx_uint32 index,
							      vx_reference value)
{
	if (!fcl_vx_is(graph, VX_TYPE_GRAPH))
		return VX_ERROR_INVALID_REFERENCE;
	if (index >= graph->nparameters || !graph->parameters[index].node)
		return VX_ERROR_INVALID_PARAMETERS;
	return fcl_vx_node_set(graph->parameters[index].node, graph->parameters[index].index,
			       value);
}

VX_API_ENTRY vx_parameter VX_API_CALL vxGetGraphParameterByIndex(vx_graph graph, vx_uint32 index)
{
	if (!fcl_vx_is(graph, VX_TYPE_GRAPH))
		return NULL;
	if (index >= graph->nparameters || !graph->parameters[index].node)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return fcl_vx_parameter_create(NULL, graph->parameters[index].node,
				       graph->parameters[index].index);
}

/* Delays. */

static bool ages(vx_graph graph, struct fcl_vx_group *delay)
{
	for (vx_uint32 i = 0; i < graph->ndelays; i++)
		if (graph->delays[i] == delay)
			return true;
	return false;
}

VX_API_ENTRY vx_status VX_API_CALL vxRegisterAutoAging(vx_graph graph, vx_delay handle)
{
	struct fcl_vx_group *delay = (struct fcl_vx_group *)handle, **delays;
	vx_status status = VX_SUCCESS;

	if (!fcl_vx_is(graph, VX_TYPE_GRAPH) ||
	    !fcl_vx_is_of(graph->ref.context, handle, VX_TYPE_DELAY))
		return VX_ERROR_INVALID_REFERENCE;
	fcl_vx_lock(graph->ref.context);
	if (!ages(graph, delay)) {
		delays = realloc(graph->delays, (graph->ndelays + 1) * sizeof(*delays));
		if (delays) {
			graph->delays = delays;
			delays[graph->ndelays++] = delay;
			fcl_vx_hold(&delay->ref);
		} else {
			status = VX_ERROR_NO_MEMORY;
		}
	}
	fcl_vx_unlock(graph->ref.context);
	return status;
}

/* Objects that share data. */
