/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/described/fpga.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/described/bind.h"
#include "runtime/clients/openvx/described/valid.h"
#include "runtime/clients/openvx/graph/graph_state.h"
#include "runtime/clients/openvx/graph/run.h"
#include "runtime/clients/openvx/objects/group.h"

/* Programs. */

static cl_program make_program(vx_context context, cl_device_id device, const char *path,
			       cl_int *ret_code)
{
	struct fcl_err ignored;
	char *bytes;
	size_t size;
	const unsigned char *given;
	cl_program program;

	*ret_code = CL_INVALID_BINARY;
	if (fcl_file_read(path, SIZE_MAX, &bytes, &size, &ignored))
		return NULL;
	given = (const unsigned char *)bytes;
	program = clCreateProgramWithBinary(context->cl, 1, &device, &size, &given, NULL, ret_code);
	free(bytes);
	if (*ret_code)
		return NULL;
	*ret_code = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
	if (!*ret_code)
		return program;
	clReleaseProgram(program);
	return NULL;
}

static cl_program fpga_load(vx_node node, struct fcl_vx_description *file, cl_uint index)
{
	vx_context context = node->ref.context;
	cl_int code = CL_INVALID_BINARY;

	if (!file->programs)
		file->programs = calloc(context->ndevices, sizeof(*file->programs));
	if (!file->programs)
		return NULL;
	for (vx_uint32 i = 0; i < file->nbinaries && !file->programs[index]; i++)
		file->programs[index] = make_program(context, context->devices[index],
						     file->binaries[i], &code);
	if (!file->programs[index])
		fcl_vx_fail(node, VX_ERROR_NO_RESOURCES,
			    "%s: device%u takes none of the binaries; the last code was %d",
			    file->path, index, code);
	return file->programs[index];
}

/*
 * For the node's target or, without one, the global queue's device or else the first device that
 * accepts a binary.
 */
static cl_program find_program(vx_node node, cl_device_id *ret_device)
{
	vx_context context = node->ref.context;
	cl_device_id first = node->target ? node->target : context->global.device;
	cl_program program = NULL;

	for (int pass = 0; pass < (node->target ? 1 : 2) && !program; pass++) {
		for (cl_uint i = 0; i < context->ndevices && !program; i++) {
			if ((context->devices[i] == first) != !pass)
				continue;
			program = fpga_load(node, node->kernel->described->file, i);
			*ret_device = context->devices[i];
		}
	}
	return program;
}

/* Enqueueing. */

static cl_int fpga_enqueue(struct fcl_vx_function *function, cl_command_queue queue,
			   cl_event *ret_event)
{
	return clEnqueueNDRangeKernel(queue, function->kernel, function->ndims, NULL,
				      function->global, function->nlocal ? function->local : NULL,
				      0, NULL, ret_event);
}

/* An out-of-order queue for kernels that run concurrently; one for each context and device. */
static struct fcl_vx_queue *chain_queue(vx_node node)
{
	vx_context context = node->ref.context;
	struct fcl_vx_queue *queue;
	cl_int code;

	for (queue = context->chains; queue; queue = queue->next)
		if (queue->device == node->queue->device)
			return queue;
	queue = calloc(1, sizeof(*queue));
	if (!queue)
		return NULL;
	queue->device = node->queue->device;
	queue->cl = clCreateCommandQueue(
		context->cl, queue->device,
		CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, &code);
	if (code) {
		free(queue);
		return NULL;
	}
	queue->next = context->chains;
	context->chains = queue;
	return queue;
}

/*
 * Orders the chain after everything in the graph's queue. Chains run one after the other: their
 * kernels share FIFOs, where the data of two chains would mix.
 */
static cl_int begin_chain(vx_node node, cl_command_queue chain)
{
	cl_event start;
	cl_int code = clEnqueueMarkerWithWaitList(node->queue->cl, 0, NULL, &start);

	if (code)
		return code;
	clFlush(node->queue->cl);
	code = clEnqueueBarrierWithWaitList(chain, 0, NULL, NULL);
	if (!code)
		code = clEnqueueBarrierWithWaitList(chain, 1, &start, NULL);
	clReleaseEvent(start);
	return code;
}

static cl_int end_chain(vx_node node, cl_command_queue chain, const cl_event *events, cl_uint count)
{
	clFlush(chain);
	return clEnqueueBarrierWithWaitList(node->queue->cl, count, events, NULL);
}

/* Even after an error, the caller owns the first *ret_count events. */
static cl_int enqueue_chain(vx_node node, cl_event *events, cl_uint *ret_count)
{
	struct fcl_vx_fpga *fpga = node->fpga;
	struct fcl_vx_queue *chain = chain_queue(node);
	cl_int code = chain ? begin_chain(node, chain->cl) : CL_OUT_OF_HOST_MEMORY;

	for (vx_uint32 i = 0; i < fpga->nfunctions && !code; i++) {
		code = fpga_enqueue(&fpga->functions[i], chain->cl, &events[*ret_count]);
		if (!code)
			++*ret_count;
	}
	if (!code)
		code = end_chain(node, chain->cl, events, *ret_count);
	return code;
}

static cl_int fpga_enqueue_all(vx_node node, cl_event *events, cl_uint *ret_count)
{
	cl_int code;

	if (node->kernel->described->chained) {
		fcl_vx_lock(node->ref.context);
		code = enqueue_chain(node, events, ret_count);
		fcl_vx_unlock(node->ref.context);
		return code;
	}
	for (vx_uint32 i = 0; i < node->fpga->nfunctions; i++) {
		code = fpga_enqueue(&node->fpga->functions[i], node->queue->cl, &events[i]);
		if (code)
			return code;
		++*ret_count;
	}
	return CL_SUCCESS;
}

static cl_int enqueue_copies(vx_node node)
{
	struct fcl_vx_fpga *fpga = node->fpga;
	cl_int code = CL_SUCCESS;

	for (vx_uint32 i = 0; i < fpga->ncopies && !code; i++) {
		struct fcl_vx_copy_pair *pair = &fpga->copies[i];

		if (pair->from && pair->to)
			code = clEnqueueCopyBuffer(node->queue->cl, pair->from->mem, pair->to->mem,
						   0, 0, pair->size, 0, NULL, NULL);
	}
	return code;
}

/* Preparing. */

static vx_status create_function(vx_node node, cl_program program,
				 const struct fcl_vx_described_function *described,
				 struct fcl_vx_function *function)
{
	cl_uint count = 0;
	cl_int code;

	function->described = described;
	function->bindings = calloc(described->narguments + 1, sizeof(*function->bindings));
	if (!function->bindings)
		return VX_ERROR_NO_MEMORY;
	function->kernel = clCreateKernel(program, described->name, &code);
	if (code)
		return fcl_vx_fail(node, VX_ERROR_INVALID_MODULE,
				   "%s: the binary has no kernel \"%s\": code %d",
				   node->kernel->described->file->path, described->name, code);
	clGetKernelInfo(function->kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL);
	if (count < described->narguments)
		return fcl_vx_fail(node, VX_ERROR_INVALID_MODULE,
				   "%s: kernel \"%s\" has %u arguments, the description %u",
				   node->kernel->described->file->path, described->name, count,
				   described->narguments);
	return VX_SUCCESS;
}

/* The number of times a function is launched. */
static vx_uint32 levels_of(vx_node node, const struct fcl_vx_described_function *function)
{
	vx_reference pyramid = function->each < 0 ? NULL : node->arguments[function->each].value;

	return function->each < 0 ? 1
	       : pyramid          ? (vx_uint32)((struct fcl_vx_group *)pyramid)->count
				  : 0;
}

static vx_status create_levels(vx_node node, cl_program program,
			       const struct fcl_vx_described_function *described)
{
	vx_uint32 count = levels_of(node, described);
	struct fcl_vx_fpga *fpga = node->fpga;
	vx_status status = VX_SUCCESS;

	for (vx_uint32 i = 0; i < count && !status; i++) {
		struct fcl_vx_function *function = &fpga->functions[fpga->nfunctions++];

		function->level = (int)(described->backwards ? count - 1 - i : i);
		status = create_function(node, program, described, function);
	}
	return status;
}

static vx_status create_scratch(vx_node node)
{
	const struct fcl_vx_described *described = node->kernel->described;
	const struct fcl_vx_meta *meta;
	size_t count;
	cl_int code;

	if (described->scratch_of < 0 || !node->arguments[described->scratch_of].value)
		return VX_SUCCESS;
	meta = &node->arguments[described->scratch_of].value->meta;
	count = meta->type == VX_TYPE_IMAGE ? (size_t)meta->image.width * meta->image.height
					    : meta->array.capacity;
	node->fpga->scratch = clCreateBuffer(node->ref.context->cl,
					     CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS,
					     count * described->scratch_bytes, NULL, &code);
	return code ? fcl_vx_cl_failed(node, code, "clCreateBuffer") : VX_SUCCESS;
}

static vx_status create_functions(vx_node node, cl_program program)
{
	const struct fcl_vx_described *described = node->kernel->described;
	struct fcl_vx_fpga *fpga = node->fpga;
	vx_status status = create_scratch(node);
	vx_uint32 count = 0;

	for (vx_uint32 i = 0; i < described->nfunctions; i++)
		count += levels_of(node, &described->functions[i]);
	if (count > FCL_VX_MAX_FUNCTIONS)
		return fcl_vx_fail(node, VX_ERROR_NOT_SUPPORTED,
				   "\"%s\": at most %d launches for an execution, not %u",
				   described->name, FCL_VX_MAX_FUNCTIONS, count);
	fpga->functions = calloc(count + 1, sizeof(*fpga->functions));
	fpga->copies = calloc(described->ncopies + 1, sizeof(*fpga->copies));
	if (!fpga->functions || !fpga->copies)
		return VX_ERROR_NO_MEMORY;
	for (vx_uint32 i = 0; i < described->nfunctions && !status; i++)
		status = create_levels(node, program, &described->functions[i]);
	return status;
}

/* Prepares the node's queue and kernels for the graph's current flight. */
static vx_status fpga_prepare(vx_node node)
{
	unsigned flight = node->graph->flight;
	cl_device_id device = NULL;
	cl_program program = find_program(node, &device);
	vx_status status;

	if (!program)
		return VX_ERROR_NO_RESOURCES;
	node->queue = fcl_vx_graph_queue(node->graph, device);
	node->fpga = calloc(1, sizeof(*node->fpga));
	node->flights[flight].queue = node->queue;
	node->flights[flight].fpga = node->fpga;
	if (!node->queue || !node->fpga)
		return VX_ERROR_NO_MEMORY;
	status = create_functions(node, program);
	return status ? status : fcl_vx_bind_check(node);
}

static void free_fpga(struct fcl_vx_fpga *fpga)
{
	if (!fpga)
		return;
	fcl_vx_bind_release(fpga);
	for (vx_uint32 i = 0; i < fpga->nfunctions; i++) {
		if (fpga->functions[i].kernel)
			clReleaseKernel(fpga->functions[i].kernel);
		free(fpga->functions[i].bindings);
	}
	if (fpga->scratch)
		clReleaseMemObject(fpga->scratch);
	free(fpga->functions);
	free(fpga->copies);
	free(fpga);
}

static void fpga_release(vx_node node)
{
	for (unsigned i = 0; i < FCL_VX_FLIGHTS; i++) {
		free_fpga(node->flights[i].fpga);
		node->flights[i].fpga = NULL;
		node->flights[i].queue = NULL;
	}
	node->fpga = NULL;
}

/* Launching. */

static vx_status enter_flight(vx_node node)
{
	unsigned flight = node->graph->flight;
	vx_status status;

	node->queue = node->flights[flight].queue;
	node->fpga = node->flights[flight].fpga;
	if (node->fpga)
		return VX_SUCCESS;
	fcl_vx_lock(node->ref.context);
	status = fpga_prepare(node);
	if (status) {
		free_fpga(node->fpga);
		node->fpga = node->flights[flight].fpga = NULL;
	}
	fcl_vx_unlock(node->ref.context);
	return status;
}

/* Lists read-only uses first. */
static void list_uses(const struct fcl_vx_fpga *fpga, struct fcl_vx_noted *ret)
{
	for (unsigned i = 0; i < fpga->nuses; i++)
		if (!fpga->uses[i].write)
			*ret++ = (struct fcl_vx_noted){fpga->uses[i].store, fpga->uses[i].version,
						       false};
	for (unsigned i = 0; i < fpga->nuses; i++)
		if (fpga->uses[i].write)
			*ret++ = (struct fcl_vx_noted){fpga->uses[i].store, fpga->uses[i].version,
						       true};
}

static vx_status fpga_launch(vx_node node)
{
	cl_event events[FCL_VX_MAX_FUNCTIONS];
	struct fcl_vx_noted noted[FCL_VX_MAX_USES];
	cl_uint count = 0;
	vx_status status = enter_flight(node);
	cl_int code;

	if (!status)
		status = fcl_vx_bind(node);
	if (status)
		return status;
	code = fcl_vx_bind_stage(node, false);
	if (!code)
		code = fpga_enqueue_all(node, events, &count);
	if (!code)
		code = fcl_vx_bind_stage(node, true);
	if (!code)
		code = enqueue_copies(node);
	list_uses(node->fpga, noted);
	for (cl_uint i = 0; i < count; i++) {
		vx_status added = fcl_vx_run_note(node, events[i], noted, node->fpga->nuses);

		status = status ? status : added;
	}
	return code ? fcl_vx_cl_failed(node, code, "clEnqueueNDRangeKernel") : status;
}

const struct fcl_vx_kernel_ops fcl_vx_fpga_ops = {fpga_prepare, fpga_launch, fpga_release,
						  fcl_vx_described_regions};
