/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/graph/arguments.h"
#include "runtime/clients/openvx/graph/flights.h"
#include "runtime/clients/openvx/graph/graph_state.h"
#include "runtime/clients/openvx/graph/node.h"
#include "runtime/clients/openvx/graph/regions.h"
#include "runtime/clients/openvx/graph/run.h"
#include "runtime/clients/openvx/images/image_create.h"
#include "runtime/clients/openvx/images/layout.h"
#include "runtime/clients/openvx/memory/caller.h"
#include "runtime/clients/openvx/objects/flat.h"
#include "runtime/clients/openvx/objects/pyramid.h"
#include "runtime/clients/openvx/objects/same.h"

static bool verify_writes(vx_node node, vx_uint32 index)
{
	return node->arguments[index].value &&
	       node->kernel->parameters[index].direction == VX_OUTPUT;
}

static bool verify_reads(vx_node node, vx_uint32 index)
{
	return node->arguments[index].value &&
	       node->kernel->parameters[index].direction == VX_INPUT;
}

/* Checks that every required parameter is set. */
static vx_status verify_check_arguments(vx_node node)
{
	for (vx_uint32 i = 0; i < node->nparameters; i++)
		if (!node->arguments[i].value &&
		    node->kernel->parameters[i].state == VX_PARAMETER_STATE_REQUIRED)
			return fcl_vx_fail(node, VX_ERROR_INVALID_PARAMETERS,
					   "parameter %u of \"%s\" is required, and not set", i,
					   node->kernel->kernel_name);
	return VX_SUCCESS;
}

/* Whether `from` writes what `to` reads or, with `both`, writes. */
static bool feeds(vx_node from, vx_node to, bool both)
{
	for (vx_uint32 i = 0; i < from->nparameters; i++) {
		if (!verify_writes(from, i))
			continue;
		for (vx_uint32 k = 0; k < to->nparameters; k++)
			if ((both ? verify_writes(to, k) && (from != to || i != k)
				  : verify_reads(to, k)) &&
			    fcl_vx_overlap(from->arguments[i].value, to->arguments[k].value))
				return true;
	}
	return false;
}

static vx_status check_writers(vx_graph graph)
{
	for (vx_uint32 i = 0; i < graph->nnodes; i++)
		for (vx_uint32 k = i; k < graph->nnodes; k++)
			if (feeds(graph->nodes[i], graph->nodes[k], true))
				return fcl_vx_fail(graph->nodes[k], VX_ERROR_MULTIPLE_WRITERS,
						   "\"%s\" and \"%s\" write the same object",
						   graph->nodes[i]->kernel->kernel_name,
						   graph->nodes[k]->kernel->kernel_name);
	return VX_SUCCESS;
}

/* Whether none of the nodes from index `from` on feeds the node. */
static bool verify_is_free(vx_graph graph, vx_uint32 from, vx_node node)
{
	for (vx_uint32 i = from; i < graph->nnodes; i++)
		if (feeds(graph->nodes[i], node, false))
			return false;
	return true;
}

/* Sorts nodes topologically; otherwise keeps their order. */
static vx_status sort(vx_graph graph)
{
	for (vx_uint32 done = 0; done < graph->nnodes; done++) {
		vx_uint32 next = done;
		vx_node node;

		while (next < graph->nnodes && !verify_is_free(graph, done, graph->nodes[next]))
			next++;
		if (next == graph->nnodes)
			return fcl_vx_fail(graph, VX_ERROR_INVALID_GRAPH,
					   "the graph has a cycle through \"%s\"",
					   graph->nodes[done]->kernel->kernel_name);
		node = graph->nodes[next];
		memmove(&graph->nodes[done + 1], &graph->nodes[done],
			(next - done) * sizeof(*graph->nodes));
		graph->nodes[done] = node;
	}
	return VX_SUCCESS;
}

/* Comparing outputs with the metas that kernels' validators have set. */

static vx_status complete_image(vx_reference ref, const struct fcl_vx_meta *meta)
{
	struct fcl_vx_meta merged = *meta;
	const struct fcl_vx_meta *has = &ref->meta;

	if (has->image.format != VX_DF_IMAGE_VIRT)
		merged.image.format = has->image.format;
	if (has->image.width)
		merged.image.width = has->image.width;
	if (has->image.height)
		merged.image.height = has->image.height;
	if (merged.image.format != meta->image.format)
		return VX_ERROR_INVALID_FORMAT;
	if (merged.image.width != meta->image.width || merged.image.height != meta->image.height)
		return VX_ERROR_INVALID_DIMENSION;
	if (!fcl_vx_format(merged.image.format) || !merged.image.width || !merged.image.height)
		return VX_ERROR_INVALID_FORMAT;
	if (((vx_image)ref)->planes[0].store)
		return VX_SUCCESS;
	return fcl_vx_image_resolve((vx_image)ref, &merged);
}

static vx_status complete_pyramid(vx_reference ref, const struct fcl_vx_meta *meta)
{
	struct fcl_vx_meta merged = *meta;
	const struct fcl_vx_meta *has = &ref->meta;

	if (has->pyramid.format != VX_DF_IMAGE_VIRT)
		merged.pyramid.format = has->pyramid.format;
	if (has->pyramid.width)
		merged.pyramid.width = has->pyramid.width;
	if (has->pyramid.height)
		merged.pyramid.height = has->pyramid.height;
	merged.pyramid.levels = has->pyramid.levels;
	merged.pyramid.scale = has->pyramid.scale;
	if (!fcl_vx_same(&merged, meta))
		return merged.pyramid.format != meta->pyramid.format ? VX_ERROR_INVALID_FORMAT
								     : VX_ERROR_INVALID_DIMENSION;
	if (((vx_image)((struct fcl_vx_group *)ref)->items[0])->planes[0].store)
		return VX_SUCCESS;
	return fcl_vx_pyramid_resolve((struct fcl_vx_group *)ref, &merged);
}

/*
 * A kernel's validator gives the number of items that it may write; the array may have a larger
 * capacity.
 */
static vx_status complete_array(vx_reference ref, const struct fcl_vx_meta *meta)
{
	struct fcl_vx_meta merged = *meta;

	if (ref->meta.array.item != VX_TYPE_INVALID)
		merged.array.item = ref->meta.array.item;
	if (ref->meta.array.capacity)
		merged.array.capacity = ref->meta.array.capacity;
	if (merged.array.item != meta->array.item)
		return VX_ERROR_INVALID_TYPE;
	if (merged.array.capacity < meta->array.capacity || !merged.array.capacity)
		return VX_ERROR_INVALID_DIMENSION;
	if (((struct fcl_vx_flat *)ref)->store)
		return VX_SUCCESS;
	return fcl_vx_flat_resolve((struct fcl_vx_flat *)ref, &merged);
}

static vx_status complete_tensor(vx_reference ref, const struct fcl_vx_meta *meta)
{
	const struct fcl_vx_meta *has = &ref->meta;

	if (!has->tensor.ndims)
		return fcl_vx_flat_resolve((struct fcl_vx_flat *)ref, meta);
	if (has->tensor.type != meta->tensor.type)
		return VX_ERROR_INVALID_FORMAT;
	if (has->tensor.fixed_point != meta->tensor.fixed_point)
		return VX_ERROR_INVALID_VALUE;
	if (has->tensor.ndims != meta->tensor.ndims ||
	    memcmp(has->tensor.dims, meta->tensor.dims, has->tensor.ndims * sizeof(vx_size)) != 0)
		return VX_ERROR_INVALID_DIMENSION;
	return VX_SUCCESS;
}

/* Compares sizes first; types without a rule of their own must be equal. */
static vx_status complete_other(vx_reference ref, const struct fcl_vx_meta *meta)
{
	const struct fcl_vx_meta *has = &ref->meta;
	bool same = true;

	switch (meta->type) {
	case VX_TYPE_SCALAR:
		return has->scalar.type == meta->scalar.type ? VX_SUCCESS : VX_ERROR_INVALID_TYPE;
	case VX_TYPE_LUT:
		same = fcl_vx_same(has, meta);
		break;
	case VX_TYPE_DISTRIBUTION:
		same = has->distribution.bins == meta->distribution.bins &&
		       has->distribution.offset == meta->distribution.offset &&
		       has->distribution.range == meta->distribution.range;
		break;
	case VX_TYPE_MATRIX:
		if (has->matrix.type != meta->matrix.type)
			return VX_ERROR_INVALID_TYPE;
		same = has->matrix.rows == meta->matrix.rows &&
		       has->matrix.columns == meta->matrix.columns;
		break;
	case VX_TYPE_CONVOLUTION:
		same = has->convolution.rows == meta->convolution.rows &&
		       has->convolution.columns == meta->convolution.columns;
		break;
	case VX_TYPE_REMAP:
		same = fcl_vx_same(has, meta);
		break;
	case VX_TYPE_THRESHOLD:
		return has->threshold.kind == meta->threshold.kind ? VX_SUCCESS
								   : VX_ERROR_INVALID_TYPE;
	case VX_TYPE_OBJECT_ARRAY:
		if (has->objects.item != meta->objects.item)
			return VX_ERROR_INVALID_TYPE;
		same = has->objects.count == meta->objects.count;
		break;
	}
	return same ? VX_SUCCESS : VX_ERROR_INVALID_DIMENSION;
}

static vx_status verify_complete(vx_node node, vx_uint32 index, const struct fcl_vx_meta *meta)
{
	vx_reference ref = node->arguments[index].value;
	vx_status status;

	if (meta->type != ref->class->type)
		return fcl_vx_fail(node, VX_ERROR_INVALID_TYPE,
				   "\"%s\" describes parameter %u as type %#x, and it is %#x",
				   node->kernel->kernel_name, index, (unsigned)meta->type,
				   (unsigned)ref->class->type);
	switch (meta->type) {
	case VX_TYPE_IMAGE:
		status = complete_image(ref, meta);
		break;
	case VX_TYPE_PYRAMID:
		status = complete_pyramid(ref, meta);
		break;
	case VX_TYPE_ARRAY:
		status = complete_array(ref, meta);
		break;
	case VX_TYPE_TENSOR:
		status = complete_tensor(ref, meta);
		break;
	default:
		status = complete_other(ref, meta);
	}
	if (status)
		fcl_vx_fail(node, status,
			    "parameter %u of \"%s\" is not what the kernel's validator describes",
			    index, node->kernel->kernel_name);
	return status;
}

static void release_metas(vx_meta_format *metas, vx_uint32 count)
{
	for (vx_uint32 i = 0; i < count; i++)
		fcl_vx_release(&metas[i], VX_TYPE_META_FORMAT);
}

/* Creates a meta for each parameter; only those of outputs are used. */
static bool create_metas(vx_node node, vx_meta_format *metas)
{
	for (vx_uint32 i = 0; i < node->nparameters; i++) {
		vx_reference value = node->arguments[i].value;
		vx_enum type = node->kernel->parameters[i].type;

		metas[i] = fcl_vx_create(node->ref.context, &fcl_vx_meta_format_class);
		if (!fcl_vx_is(metas[i], VX_TYPE_META_FORMAT)) {
			release_metas(metas, i);
			return false;
		}
		metas[i]->ref.meta.type = type == VX_TYPE_REFERENCE && value ? value->class->type
									     : type;
	}
	return true;
}

static vx_status check_scopes(vx_node node)
{
	for (vx_uint32 i = 0; i < node->nparameters; i++) {
		vx_reference value = node->arguments[i].value;

		if (value && value->is_virtual && value->scope != node->graph)
			return fcl_vx_fail(node, VX_ERROR_INVALID_SCOPE,
					   "parameter %u of \"%s\" is a virtual object of another "
					   "graph, or of one that is gone",
					   i, node->kernel->kernel_name);
	}
	return VX_SUCCESS;
}

static vx_status verify_validate(vx_node node)
{
	vx_reference values[FCL_VX_MAX_PARAMETERS];
	vx_meta_format metas[FCL_VX_MAX_PARAMETERS];
	struct fcl_vx_caller caller = fcl_vx_node_caller(node);
	const struct fcl_vx_caller *before;
	vx_status status;

	status = check_scopes(node);
	if (status)
		return status;
	fcl_vx_node_values(node, values);
	if (!create_metas(node, metas))
		return VX_ERROR_NO_MEMORY;
	before = fcl_vx_caller_enter(&caller);
	status = node->kernel->validate(node, values, node->nparameters, metas);
	fcl_vx_caller_enter(before);
	if (status && !node->kernel->ops)
		fcl_vx_fail(node, status, "\"%s\": the kernel's validator refuses the parameters",
			    node->kernel->kernel_name);
	node->valid_rect_reset = node->kernel->resets ? vx_true_e : vx_false_e;
	for (vx_uint32 i = 0; i < node->nparameters && !status; i++) {
		node->valid_rects[i] = metas[i]->valid_rect;
		if (metas[i]->valid_rect)
			node->valid_rect_reset = vx_false_e;
		if (verify_writes(node, i))
			status = verify_complete(node, i, &metas[i]->ref.meta);
	}
	release_metas(metas, node->nparameters);
	return status;
}

/* Virtual inputs that no node writes have no data. */
static vx_status verify_check_inputs(vx_node node)
{
	for (vx_uint32 i = 0; i < node->nparameters; i++) {
		vx_reference value = node->arguments[i].value;
		bool empty = value && value->class->type == VX_TYPE_IMAGE &&
			     !((vx_image)value)->planes[0].store;

		if (empty && verify_reads(node, i))
			return fcl_vx_fail(node, VX_ERROR_INVALID_GRAPH,
					   "parameter %u of \"%s\" is a virtual image that no node "
					   "writes",
					   i, node->kernel->kernel_name);
	}
	return VX_SUCCESS;
}

static vx_status call_initialize(vx_node node)
{
	vx_reference values[FCL_VX_MAX_PARAMETERS];
	struct fcl_vx_caller caller = fcl_vx_node_caller(node);
	const struct fcl_vx_caller *before;
	vx_status status;

	if (!node->kernel->initialize)
		return VX_SUCCESS;
	fcl_vx_node_values(node, values);
	node->may_set_local = true;
	before = fcl_vx_caller_enter(&caller);
	status = node->kernel->initialize(node, values, node->nparameters);
	fcl_vx_caller_enter(before);
	node->may_set_local = false;
	return status;
}

/*
 * Local data whose size is known from the kernel is allocated before initialize(), otherwise after
 * it.
 */
static vx_status allocate_local(vx_node node)
{
	if (!node->local_size || node->local)
		return VX_SUCCESS;
	node->local = calloc(1, node->local_size);
	node->local_is_ours = true;
	return node->local ? VX_SUCCESS : VX_ERROR_NO_MEMORY;
}

static vx_status initialize(vx_node node)
{
	cl_device_id device = node->target ? node->target : node->ref.context->global.device;
	vx_status status = VX_SUCCESS;

	if (node->kernel->local_size)
		node->local_size = node->kernel->local_size;
	node->initialized = true;
	if (node->kernel->ops)
		return node->kernel->ops->prepare(node);
	if (node->kernel->use_opencl) {
		node->queue = fcl_vx_graph_queue(node->graph, device);
		if (!node->queue)
			return VX_ERROR_NO_RESOURCES;
	}
	status = allocate_local(node);
	if (!status)
		status = call_initialize(node);
	if (!status)
		status = allocate_local(node);
	if (status)
		fcl_vx_fail(node, status, "\"%s\": initialize() has failed",
			    node->kernel->kernel_name);
	return status;
}

static vx_status verify(vx_graph graph)
{
	vx_status status = VX_SUCCESS;

	if (!graph->nnodes)
		return fcl_vx_fail(graph, VX_ERROR_INVALID_GRAPH, "the graph has no nodes");
	fcl_vx_flights_reset(graph);
	for (vx_uint32 i = 0; i < graph->nnodes; i++)
		fcl_vx_node_deinitialize(graph->nodes[i]);
	for (vx_uint32 i = 0; i < graph->nnodes && !status; i++)
		status = verify_check_arguments(graph->nodes[i]);
	if (!status)
		status = check_writers(graph);
	if (!status)
		status = sort(graph);
	for (vx_uint32 i = 0; i < graph->nnodes && !status; i++) {
		status = verify_check_inputs(graph->nodes[i]);
		if (!status)
			status = verify_validate(graph->nodes[i]);
		if (!status)
			status = fcl_vx_node_regions(graph->nodes[i]);
	}
	for (vx_uint32 i = 0; i < graph->nnodes && !status; i++)
		status = initialize(graph->nodes[i]);
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxVerifyGraph(vx_graph graph)
{
	vx_status status;

	if (!fcl_vx_is(graph, VX_TYPE_GRAPH))
		return VX_ERROR_INVALID_REFERENCE;
	status = fcl_vx_run_pause(graph);
	if (status)
		return status;
	fcl_vx_run_finish(graph);
	fcl_vx_lock(graph->ref.context);
	status = verify(graph);
	graph->verified = !status;
	graph->state = status ? VX_GRAPH_STATE_UNVERIFIED : VX_GRAPH_STATE_VERIFIED;
	fcl_vx_unlock(graph->ref.context);
	fcl_vx_run_resume(graph);
	return status;
}
