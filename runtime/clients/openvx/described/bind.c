/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/described/bind.h"

#include <string.h>

#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/described/passed.h"
#include "runtime/clients/openvx/images/layout.h"
#include "runtime/clients/openvx/objects/flat.h"

/* Buffers. */

struct place {
	struct fcl_vx_store *store; /* NULL: none */
	size_t offset;
	size_t size;        /* size in bytes, up to the end of the last element */
	bool partial;       /* the store has bytes that the kernel does not write */
	size_t row, stride; /* for images whose rows have gaps, else 0 */
};

/* The bits of a row up to the end of its last sample. */
static size_t row_bits(vx_image image, const struct fcl_vx_plane *plane)
{
	return (size_t)fcl_vx_samples(image->ref.meta.image.width, plane->dx) * plane->bits;
}

static bool has_gaps(vx_image image, const struct fcl_vx_plane *plane)
{
	return plane->stride_y != (row_bits(image, plane) + 7) / 8;
}

static struct place place_of_image(vx_image image, vx_uint32 index)
{
	const struct fcl_vx_plane *plane = &image->planes[index];
	bool gaps;

	if (index >= image->nplanes || !plane->store)
		return (struct place){.store = NULL};
	gaps = has_gaps(image, plane);
	return (struct place){.store = plane->store,
			      .offset = plane->offset,
			      .size = fcl_vx_plane_size(image, plane),
			      .partial = image->base || gaps || row_bits(image, plane) % 8 != 0,
			      .row = gaps ? (row_bits(image, plane) + 7) / 8 : 0,
			      .stride = gaps ? plane->stride_y : 0};
}

static struct place bind_place_of(vx_node node, const struct fcl_vx_described_argument *argument,
				  int current)
{
	vx_reference value = node->arguments[argument->parameter].value;
	struct fcl_vx_flat *flat = (struct fcl_vx_flat *)value;

	if (!value)
		return (struct place){.store = NULL};
	if (argument->term == FCL_VX_TERM_COUNT_BUFFER)
		return (struct place){
			.store = flat->count, .size = flat->count->size, .partial = true};
	if (value->class->type == VX_TYPE_IMAGE)
		return place_of_image((vx_image)value, argument->plane);
	if (value->class->type == VX_TYPE_PYRAMID) {
		vx_image level = fcl_vx_passed_level(value, argument, current);

		return level ? place_of_image(level, 0) : (struct place){.store = NULL};
	}
	/* An array keeps the bytes after its items; an 8-byte scalar may receive only 4. */
	return (struct place){.store = flat->store,
			      .offset = flat->offset,
			      .size = flat->store->size - flat->offset,
			      .partial = flat->base || value->class->type == VX_TYPE_ARRAY ||
					 value->class->type == VX_TYPE_SCALAR};
}

static bool bind_is_buffer(const struct fcl_vx_described_argument *argument)
{
	return argument->term == FCL_VX_TERM_BUFFER || argument->term == FCL_VX_TERM_COUNT_BUFFER;
}

static vx_status add_use(vx_node node, struct place place, bool write)
{
	struct fcl_vx_fpga *fpga = node->fpga;
	struct fcl_vx_use *use = fpga->uses;
	bool read = !write || place.partial;

	while (use < fpga->uses + fpga->nuses && use->store != place.store)
		use++;
	if (use == fpga->uses + FCL_VX_MAX_USES)
		return fcl_vx_fail(node, VX_ERROR_NO_RESOURCES, "\"%s\" uses more than %d buffers",
				   node->kernel->kernel_name, FCL_VX_MAX_USES);
	if (use == fpga->uses + fpga->nuses) {
		*use = (struct fcl_vx_use){.store = fcl_vx_store_ref(place.store)};
		fpga->nuses++;
	}
	use->read = use->read || read;
	use->write = use->write || write;
	return VX_SUCCESS;
}

static bool bind_is_output(vx_node node, const struct fcl_vx_described_argument *argument)
{
	return node->kernel->parameters[argument->parameter].direction == VX_OUTPUT;
}

static vx_status bind_buffer(vx_node node, const struct fcl_vx_described_argument *argument,
			     int current, struct fcl_vx_binding *binding)
{
	struct place place = bind_place_of(node, argument, current);

	binding->store = place.store;
	binding->offset = place.offset;
	binding->size = place.size;
	binding->row = place.row;
	binding->stride = place.stride;
	binding->writes = bind_is_output(node, argument);
	binding->owner = NULL;
	binding->set = false;
	return place.store ? add_use(node, place, bind_is_output(node, argument)) : VX_SUCCESS;
}

static vx_status bind_copy(vx_node node, const struct fcl_vx_described_argument pair[2],
			   struct fcl_vx_copy_pair *ret)
{
	struct place from = bind_place_of(node, &pair[0], 0), to = bind_place_of(node, &pair[1], 0);
	vx_status status = VX_SUCCESS;

	*ret = (struct fcl_vx_copy_pair){from.store, to.store, 0};
	if (!from.store || !to.store)
		return VX_SUCCESS;
	ret->size = from.store->size < to.store->size ? from.store->size : to.store->size;
	status = add_use(node, from, bind_is_output(node, &pair[0]));
	return status ? status : add_use(node, to, true);
}

static void unbind(struct fcl_vx_fpga *fpga)
{
	for (unsigned i = 0; i < fpga->nuses; i++)
		fcl_vx_store_unref(fpga->uses[i].store);
	fpga->nuses = fpga->ncopies = 0;
	fpga->is_bound = false;
}

static void drop_part(struct fcl_vx_binding *binding)
{
	if (binding->part)
		clReleaseMemObject(binding->part);
	binding->part = NULL;
	binding->owner = NULL;
}

void fcl_vx_bind_release(struct fcl_vx_fpga *fpga)
{
	unbind(fpga);
	for (vx_uint32 i = 0; i < fpga->nfunctions; i++)
		for (vx_uint32 k = 0;
		     fpga->functions[i].bindings && k < fpga->functions[i].described->narguments;
		     k++)
			drop_part(&fpga->functions[i].bindings[k]);
}

static vx_status bind_function(vx_node node, struct fcl_vx_function *function)
{
	const struct fcl_vx_described_function *described = function->described;
	vx_status status = VX_SUCCESS;

	for (vx_uint32 i = 0; i < described->narguments && !status; i++) {
		const struct fcl_vx_described_argument *argument = &described->arguments[i];

		function->bindings[i].set = false;
		if (bind_is_buffer(argument))
			status = bind_buffer(node, argument, function->level,
					     &function->bindings[i]);
	}
	return status;
}

/*
 * A node does not hold references to its previous arguments, as the program may want to free them.
 * So it compares serials.
 */
static uint64_t serial_of(vx_reference ref)
{
	return ref ? ref->serial : 0;
}

/* Finds the stores of the node's current arguments. */
static vx_status bind_stores(vx_node node)
{
	struct fcl_vx_fpga *fpga = node->fpga;
	const struct fcl_vx_described *described = node->kernel->described;
	vx_status status = VX_SUCCESS;

	unbind(fpga);
	for (vx_uint32 i = 0; i < fpga->nfunctions && !status; i++)
		status = bind_function(node, &fpga->functions[i]);
	for (vx_uint32 i = 0; i < described->ncopies && !status; i++)
		status = bind_copy(node, described->copies[i], &fpga->copies[fpga->ncopies++]);
	for (vx_uint32 i = 0; i < node->nparameters; i++)
		fpga->bound[i] = serial_of(node->arguments[i].value);
	return status;
}

static bool bind_is_current(vx_node node)
{
	struct fcl_vx_fpga *fpga = node->fpga;

	if (!fpga->is_bound)
		return false;
	for (vx_uint32 i = 0; i < node->nparameters; i++)
		if (fpga->bound[i] != serial_of(node->arguments[i].value))
			return false;
	return true;
}

/* Setting arguments. */

static vx_status set_value(vx_node node, struct fcl_vx_function *function, vx_uint32 index)
{
	struct fcl_vx_binding *binding = &function->bindings[index];
	unsigned char value[8];
	size_t size = 0;
	vx_status status = fcl_vx_passed_bytes(node, &function->described->arguments[index],
					       function->level, value, &size);
	cl_int code;

	if (status ||
	    (binding->set && size == binding->nvalue && !memcmp(value, binding->value, size)))
		return status;
	code = clSetKernelArg(function->kernel, index, size, value);
	if (code)
		return fcl_vx_fail(node, VX_ERROR_INVALID_MODULE,
				   "argument %u of \"%s\" with %zu bytes: code %d", index,
				   function->described->name, size, code);
	memcpy(binding->value, value, sizeof(value));
	binding->nvalue = size;
	binding->set = true;
	return VX_SUCCESS;
}

static size_t base_alignment(cl_device_id device)
{
	cl_uint bits = 0;

	if (clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(bits), &bits, NULL) ||
	    bits < 8)
		return 1;
	return bits / 8;
}

static bool is_same_part(const struct fcl_vx_binding *a, const struct fcl_vx_binding *b)
{
	return a->store == b->store && a->mem == b->mem && a->offset == b->offset &&
	       a->size == b->size;
}

/*
 * Finds the binding that already has a copy of this binding's part. Only bindings before this one have been
 * set again so far.
 */
static struct fcl_vx_binding *find_owner(const struct fcl_vx_fpga *fpga,
					 const struct fcl_vx_binding *binding)
{
	for (vx_uint32 i = 0; i < fpga->nfunctions; i++) {
		const struct fcl_vx_function *function = &fpga->functions[i];

		for (vx_uint32 k = 0; k < function->described->narguments; k++) {
			struct fcl_vx_binding *other = &function->bindings[k];

			if (other == binding)
				return NULL;
			if (other->part && other->staged && !other->owner &&
			    is_same_part(other, binding))
				return other;
		}
	}
	return NULL;
}

/* All functions share one copy, so that each reads what the previous ones have written. */
static bool share_part(const struct fcl_vx_fpga *fpga, struct fcl_vx_binding *binding)
{
	struct fcl_vx_binding *owner = find_owner(fpga, binding);

	if (!owner || clRetainMemObject(owner->part))
		return false;
	binding->part = owner->part;
	binding->owner = owner;
	owner->writes = owner->writes || binding->writes;
	return true;
}

/*
 * Creates a sub-buffer of the store's buffer or, if the device does not support its alignment, a
 * copy.
 */
static cl_int make_part(vx_node node, struct fcl_vx_binding *binding)
{
	cl_buffer_region region = {binding->offset, binding->size};
	cl_int code;

	binding->staged = binding->offset % base_alignment(node->queue->device) != 0;
	if (binding->staged && share_part(node->fpga, binding))
		return CL_SUCCESS;
	binding->part = binding->staged
				? clCreateBuffer(node->ref.context->cl, CL_MEM_READ_WRITE,
						 binding->size, NULL, &code)
				: clCreateSubBuffer(binding->store->mem, CL_MEM_READ_WRITE,
						    CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
	return code;
}

/*
 * Copies only the rows, because the bytes between them may belong to another output and be newer
 * than the copy.
 */
static cl_int copy_rows_back(cl_command_queue queue, const struct fcl_vx_binding *binding)
{
	const size_t from[3] = {0, 0, 0};
	const size_t to[3] = {binding->offset % binding->stride, binding->offset / binding->stride,
			      0};
	const size_t region[3] = {binding->row,
				  (binding->size - binding->row) / binding->stride + 1, 1};

	return clEnqueueCopyBufferRect(queue, binding->part, binding->mem, from, to, region,
				       binding->stride, 0, binding->stride, 0, 0, NULL, NULL);
}

static cl_int stage(vx_node node, const struct fcl_vx_binding *binding, bool back)
{
	cl_command_queue queue = node->queue->cl;

	if (!binding->part || !binding->staged || binding->owner || (back && !binding->writes))
		return CL_SUCCESS;
	if (back && binding->row)
		return copy_rows_back(queue, binding);
	return back ? clEnqueueCopyBuffer(queue, binding->part, binding->mem, 0, binding->offset,
					  binding->size, 0, NULL, NULL)
		    : clEnqueueCopyBuffer(queue, binding->mem, binding->part, binding->offset, 0,
					  binding->size, 0, NULL, NULL);
}

cl_int fcl_vx_bind_stage(vx_node node, bool back)
{
	cl_int code = CL_SUCCESS;

	for (vx_uint32 i = 0; i < node->fpga->nfunctions && !code; i++) {
		const struct fcl_vx_function *function = &node->fpga->functions[i];

		for (vx_uint32 k = 0; k < function->described->narguments && !code; k++)
			code = stage(node, &function->bindings[k], back);
	}
	return code;
}

static vx_status bind_set_buffer(vx_node node, struct fcl_vx_function *function, vx_uint32 index)
{
	struct fcl_vx_binding *binding = &function->bindings[index];
	cl_mem mem = binding->store ? binding->store->mem : NULL;
	cl_int code = CL_SUCCESS;

	if (binding->set && binding->mem == mem)
		return VX_SUCCESS;
	binding->mem = mem;
	drop_part(binding);
	if (binding->offset && mem) {
		code = make_part(node, binding);
		mem = binding->part;
	}
	if (!code)
		code = clSetKernelArg(function->kernel, index, sizeof(mem), mem ? &mem : NULL);
	if (code)
		return fcl_vx_fail(node, VX_ERROR_INVALID_MODULE,
				   "argument %u of \"%s\", a buffer: code %d", index,
				   function->described->name, code);
	binding->set = true;
	return VX_SUCCESS;
}

static vx_status set_scratch(vx_node node, struct fcl_vx_function *function, vx_uint32 index)
{
	cl_int code = function->bindings[index].set
			      ? CL_SUCCESS
			      : clSetKernelArg(function->kernel, index, sizeof(cl_mem),
					       &node->fpga->scratch);

	function->bindings[index].set = !code;
	return code ? fcl_vx_cl_failed(node, code, "clSetKernelArg") : VX_SUCCESS;
}

static vx_status set_size(vx_node node, const struct fcl_vx_described_argument *argument,
			  int current, size_t *ret)
{
	int64_t number;
	vx_status status = fcl_vx_passed_number(node, argument, current, &number);

	if (status)
		return status;
	if (number <= 0)
		return fcl_vx_fail(node, VX_ERROR_INVALID_DIMENSION,
				   "\"%s\": expected a size for the NDRange, found %lld",
				   node->kernel->kernel_name, (long long)number);
	*ret = (size_t)number;
	return VX_SUCCESS;
}

/* The global size is rounded up to whole work-groups. */
static vx_status set_range(vx_node node, struct fcl_vx_function *function)
{
	const struct fcl_vx_described_function *described = function->described;
	vx_status status = VX_SUCCESS;

	function->ndims = described->ndims ? described->ndims : 1;
	function->nlocal = described->ndims ? described->nlocal : 1;
	function->global[0] = function->local[0] = 1;
	for (cl_uint i = 0; i < described->ndims && !status; i++) {
		status = set_size(node, &described->global[i], function->level,
				  &function->global[i]);
		if (status || !described->nlocal)
			continue;
		status = set_size(node, &described->local[i], function->level, &function->local[i]);
		if (!status)
			function->global[i] = (function->global[i] + function->local[i] - 1) /
					      function->local[i] * function->local[i];
	}
	return status;
}

/* Only values that are read from memory can have changed since the last launch. */
static bool may_change(const struct fcl_vx_described_argument *argument)
{
	switch (argument->term) {
	case FCL_VX_TERM_VALUE:
	case FCL_VX_TERM_LOWER:
	case FCL_VX_TERM_UPPER:
	case FCL_VX_TERM_TRUE:
	case FCL_VX_TERM_FALSE:
	case FCL_VX_TERM_SCALE:
	case FCL_VX_TERM_SPACE:
	case FCL_VX_TERM_LEFT:
	case FCL_VX_TERM_TOP:
	case FCL_VX_TERM_RIGHT:
	case FCL_VX_TERM_BOTTOM:
		return true;
	default:
		return false;
	}
}

static vx_status bind_set_arguments(vx_node node, struct fcl_vx_function *function)
{
	const struct fcl_vx_described_function *described = function->described;
	vx_status status = VX_SUCCESS;

	for (vx_uint32 i = 0; i < described->narguments && !status; i++) {
		const struct fcl_vx_described_argument *argument = &described->arguments[i];

		if (argument->term == FCL_VX_TERM_STREAM)
			continue;
		if (bind_is_buffer(argument))
			status = bind_set_buffer(node, function, i);
		else if (argument->term == FCL_VX_TERM_SCRATCH)
			status = set_scratch(node, function, i);
		else if (!function->bindings[i].set || may_change(argument))
			status = set_value(node, function, i);
	}
	return status;
}

vx_status fcl_vx_bind(vx_node node)
{
	struct fcl_vx_fpga *fpga = node->fpga;
	bool anew = !bind_is_current(node);
	vx_status status = anew ? bind_stores(node) : VX_SUCCESS;

	for (unsigned i = 0; i < fpga->nuses && !status; i++)
		status = fcl_vx_store_device(fpga->uses[i].store, node->queue, fpga->uses[i].read,
					     fpga->uses[i].write, &fpga->uses[i].version);
	for (vx_uint32 i = 0; i < fpga->nfunctions && !status; i++) {
		if (anew)
			status = set_range(node, &fpga->functions[i]);
		if (!status)
			status = bind_set_arguments(node, &fpga->functions[i]);
	}
	fpga->is_bound = !status;
	return status;
}

/* Checks. */

static bool takes_stride(const struct fcl_vx_described *described, vx_uint32 parameter,
			 vx_uint32 plane)
{
	for (vx_uint32 i = 0; i < described->nfunctions; i++) {
		const struct fcl_vx_described_function *function = &described->functions[i];

		for (vx_uint32 k = 0; k < function->narguments; k++)
			if (function->arguments[k].term == FCL_VX_TERM_STRIDE &&
			    function->arguments[k].parameter == parameter &&
			    function->arguments[k].plane == plane)
				return true;
	}
	return false;
}

static vx_status check_plane(vx_node node, vx_uint32 index, vx_image image, vx_uint32 number)
{
	const struct fcl_vx_plane *plane = &image->planes[number];

	if (plane->bits >= 8 && plane->stride_x != plane->bits / 8)
		return fcl_vx_fail(node, VX_ERROR_NOT_SUPPORTED,
				   "parameter %u of \"%s\" has gaps between its pixels", index,
				   node->kernel->kernel_name);
	if (has_gaps(image, plane) && !takes_stride(node->kernel->described, index, number))
		return fcl_vx_fail(node, VX_ERROR_NOT_SUPPORTED,
				   "parameter %u of \"%s\" has gaps between its rows, and the "
				   "kernel takes no stride",
				   index, node->kernel->kernel_name);
	return VX_SUCCESS;
}

vx_status fcl_vx_bind_check(vx_node node)
{
	vx_status status = VX_SUCCESS;

	for (vx_uint32 i = 0; i < node->nparameters && !status; i++) {
		vx_image image = (vx_image)node->arguments[i].value;

		if (!image || image->ref.class->type != VX_TYPE_IMAGE)
			continue;
		for (vx_uint32 k = 0; k < image->nplanes && !status; k++)
			status = check_plane(node, i, image, k);
	}
	return status;
}
