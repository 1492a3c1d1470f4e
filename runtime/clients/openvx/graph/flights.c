/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/graph/flights.h"

#include <stdlib.h>

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/graph/graph_state.h"
#include "runtime/clients/openvx/images/image.h"
#include "runtime/clients/openvx/objects/flat.h"

/*
 * The memory of a virtual object or of one of its planes. `place` refers to the store of the
 * current flight.
 */
struct fcl_vx_spare {
	struct fcl_vx_store **place;
	struct fcl_vx_store *stores[FCL_VX_FLIGHTS]; /* references, except for the one in `place` */
	vx_reference owner; /* the object that contains `place`; a reference */
};

bool fcl_vx_graph_is_handed_out(vx_graph graph)
{
	for (vx_uint32 i = 0; i < graph->nnodes; i++)
		if (!graph->nodes[i]->kernel->ops || graph->nodes[i]->callback)
			return false;
	return true;
}

static bool flights_is_listed(vx_graph graph, struct fcl_vx_store **place)
{
	for (unsigned i = 0; i < graph->nspares; i++)
		if (graph->spares[i].place == place)
			return true;
	return false;
}

static bool flights_add_store(vx_graph graph, vx_reference owner, struct fcl_vx_store **place)
{
	struct fcl_vx_spare *spares;

	if (!*place || flights_is_listed(graph, place))
		return true;
	spares = realloc(graph->spares, (graph->nspares + 1) * sizeof(*spares));
	if (!spares)
		return false;
	graph->spares = spares;
	spares += graph->nspares;
	*spares = (struct fcl_vx_spare){.place = place, .stores = {*place}, .owner = owner};
	for (unsigned i = 1; i < FCL_VX_FLIGHTS; i++) {
		spares->stores[i] = fcl_vx_store_create(owner->context, (*place)->size);
		if (spares->stores[i])
			continue;
		while (--i)
			fcl_vx_store_unref(spares->stores[i]);
		return false;
	}
	fcl_vx_hold(owner);
	graph->nspares++;
	return true;
}

static bool flights_add_object(vx_graph graph, vx_reference ref);

static bool flights_add_image(vx_graph graph, vx_image image)
{
	bool done = !image->base && !image->parts;

	for (vx_size i = 0; i < image->nplanes && done; i++)
		done = flights_add_store(graph, &image->ref, &image->planes[i].store);
	image->many = image->many || done;
	return done;
}

static bool add_items(vx_graph graph, struct fcl_vx_group *group)
{
	bool done = true;

	for (vx_size i = 0; i < group->count && done; i++)
		done = flights_add_object(graph, group->items[i]);
	return done;
}

static bool flights_add_object(vx_graph graph, vx_reference ref)
{
	struct fcl_vx_flat *flat = (struct fcl_vx_flat *)ref;

	switch (ref->class->type) {
	case VX_TYPE_IMAGE:
		return flights_add_image(graph, (vx_image)ref);
	case VX_TYPE_PYRAMID:
	case VX_TYPE_OBJECT_ARRAY:
		return add_items(graph, (struct fcl_vx_group *)ref);
	case VX_TYPE_DELAY:
		return false;
	default:
		return !flat->base && flights_add_store(graph, ref, &flat->store) &&
		       flights_add_store(graph, ref, &flat->count);
	}
}

static bool has_direction(vx_node node, vx_uint32 index, vx_enum direction)
{
	return node->arguments[index].value &&
	       node->kernel->parameters[index].direction == direction;
}

/* Whether a node of the graph reads data that changes when the object is written. */
static bool flights_is_read(vx_graph graph, vx_reference ref)
{
	for (vx_uint32 i = 0; i < graph->nnodes; i++) {
		vx_node node = graph->nodes[i];

		for (vx_uint32 k = 0; k < node->nparameters; k++)
			if (has_direction(node, k, VX_INPUT) &&
			    fcl_vx_overlap(ref, node->arguments[k].value))
				return true;
	}
	return false;
}

/* All objects between nodes must be virtual. Gives them memory for each flight. */
static bool add_outputs(vx_graph graph, vx_node node)
{
	for (vx_uint32 i = 0; i < node->nparameters; i++) {
		vx_reference ref = node->arguments[i].value;

		if (!has_direction(node, i, VX_OUTPUT))
			continue;
		if (ref->is_virtual ? !flights_add_object(graph, ref) : flights_is_read(graph, ref))
			return false;
	}
	return true;
}

static void flights_prepare(vx_graph graph)
{
	bool done = fcl_vx_graph_is_handed_out(graph) && !graph->ndelays;

	for (vx_uint32 i = 0; i < graph->nnodes && done; i++)
		done = add_outputs(graph, graph->nodes[i]);
	if (!done || !graph->nspares)
		fcl_vx_flights_reset(graph);
	graph->flights = done && graph->nspares ? FCL_VX_FLIGHTS : 1;
}

static void flights_enter(vx_graph graph, unsigned flight)
{
	for (unsigned i = 0; i < graph->nspares; i++)
		*graph->spares[i].place = graph->spares[i].stores[flight];
	graph->flight = flight;
}

void fcl_vx_flights_next(vx_graph graph)
{
	if (!graph->overlaps || graph->flights == 1)
		return;
	if (!graph->flights && !graph->nlaunches)
		return;
	if (!graph->flights)
		flights_prepare(graph);
	/*
	 * Switch flights even if nothing is in flight. Otherwise a program that reads each frame's
	 * results after starting the next one would find them queued behind that frame, in the same
	 * flight, and frames would never overlap again.
	 */
	if (graph->flights > 1)
		flights_enter(graph, (graph->flight + 1) % FCL_VX_FLIGHTS);
}

void fcl_vx_flights_reset(vx_graph graph)
{
	flights_enter(graph, 0);
	for (unsigned i = 0; i < graph->nspares; i++) {
		for (unsigned k = 1; k < FCL_VX_FLIGHTS; k++)
			fcl_vx_store_unref(graph->spares[i].stores[k]);
		if (graph->spares[i].owner->class->type == VX_TYPE_IMAGE)
			((vx_image)graph->spares[i].owner)->many = false;
		fcl_vx_drop(graph->spares[i].owner);
	}
	free(graph->spares);
	graph->spares = NULL;
	graph->nspares = graph->flights = 0;
}
