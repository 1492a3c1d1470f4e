/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/graph/graph_state.h"

#include <stdlib.h>

#include "runtime/clients/openvx/images/image.h"
#include "runtime/clients/openvx/images/part.h"
#include "runtime/clients/openvx/objects/flat.h"

void fcl_vx_graph_changed(vx_graph graph)
{
	if (!graph)
		return;
	graph->verified = false;
	graph->state = VX_GRAPH_STATE_UNVERIFIED;
}

struct fcl_vx_queue *fcl_vx_graph_queue(vx_graph graph, cl_device_id device)
{
	struct fcl_vx_graph_queue *at;

	for (at = graph->queues; at; at = at->next)
		if (at->queue->device == device && at->flight == graph->flight)
			return at->queue;
	at = calloc(1, sizeof(*at));
	if (!at)
		return NULL;
	at->queue = fcl_vx_queue_take(graph->ref.context, device);
	if (!at->queue) {
		free(at);
		return NULL;
	}
	at->flight = graph->flight;
	at->next = graph->queues;
	graph->queues = at;
	return at->queue;
}

static bool graph_state_is_group(vx_reference ref)
{
	return ref->class->type == VX_TYPE_PYRAMID || ref->class->type == VX_TYPE_OBJECT_ARRAY;
}

static bool group_overlaps(struct fcl_vx_group *group, vx_reference other)
{
	for (vx_size i = 0; i < group->count; i++)
		if (fcl_vx_overlap(group->items[i], other))
			return true;
	return false;
}

/* Two tensors, or a tensor and images over it, overlap if they share a store. */
static struct fcl_vx_store *store_of(vx_reference ref)
{
	switch (ref->class->type) {
	case VX_TYPE_IMAGE:
		return ((vx_image)ref)->planes[0].store;
	case VX_TYPE_TENSOR:
		return ((struct fcl_vx_flat *)ref)->store;
	default:
		return NULL;
	}
}

bool fcl_vx_overlap(vx_reference a, vx_reference b)
{
	if (a == b)
		return true;
	if (graph_state_is_group(a))
		return group_overlaps((struct fcl_vx_group *)a, b);
	if (graph_state_is_group(b))
		return group_overlaps((struct fcl_vx_group *)b, a);
	if (a->class->type == VX_TYPE_IMAGE && b->class->type == VX_TYPE_IMAGE)
		return fcl_vx_image_overlap((vx_image)a, (vx_image)b);
	return store_of(a) && store_of(a) == store_of(b);
}
