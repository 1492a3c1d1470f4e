/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts and their OpenCL contexts. */
#include <CL/cl_ext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/described/modules.h"
#include "runtime/clients/openvx/graph/graph.h"
#include "runtime/clients/openvx/graph/run.h"
#include "runtime/clients/openvx/memory/caller.h"
#include "runtime/clients/openvx/memory/copy.h"

#define EXTENSIONS "vx_khr_opencl_interop vx_khr_ix"
#define IMPLEMENTATION "fpgacl"

/* Attributes. */

static vx_status get_fixed(void *ptr, vx_size size, vx_size value)
{
	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

static vx_status get_vendor(vx_reference ref, void *ptr, vx_size size)
{
	vx_uint16 value = VX_ID_DEFAULT;

	(void)ref;
	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

static vx_status get_version(vx_reference ref, void *ptr, vx_size size)
{
	vx_uint16 value = VX_VERSION;

	(void)ref;
	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

static vx_status get_kernels(vx_reference ref, void *ptr, vx_size size)
{
	vx_uint32 value = fcl_vx_kernel_list((vx_context)ref, NULL, 0);

	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

static vx_status get_kernel_table(vx_reference ref, void *ptr, vx_size size)
{
	vx_uint32 count = fcl_vx_kernel_list((vx_context)ref, NULL, 0);

	if (size != count * sizeof(vx_kernel_info_t))
		return VX_ERROR_INVALID_PARAMETERS;
	fcl_vx_kernel_list((vx_context)ref, ptr, count);
	return VX_SUCCESS;
}

static vx_status get_modules(vx_reference ref, void *ptr, vx_size size)
{
	vx_uint32 value = fcl_vx_module_count((vx_context)ref);

	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

/*
 * Counts the references that the program holds. A kernel counts from its registration on, even if
 * it has not been looked up.
 */
static vx_status get_references(vx_reference ref, void *ptr, vx_size size)
{
	vx_context context = (vx_context)ref;
	vx_uint32 value = 0;

	fcl_vx_lock(context);
	for (vx_reference at = context->objects; at; at = at->next)
		value += atomic_load(&at->host_refs) != 0 ||
			 (at->class->type == VX_TYPE_KERNEL && ((vx_kernel)at)->listed);
	fcl_vx_unlock(context);
	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

static vx_status get_implementation(vx_reference ref, void *ptr, vx_size size)
{
	(void)ref;
	if (size > VX_MAX_IMPLEMENTATION_NAME || size < sizeof(IMPLEMENTATION))
		return VX_ERROR_INVALID_PARAMETERS;
	memcpy(ptr, IMPLEMENTATION, sizeof(IMPLEMENTATION));
	return VX_SUCCESS;
}

static vx_status get_extensions_size(vx_reference ref, void *ptr, vx_size size)
{
	(void)ref;
	return get_fixed(ptr, size, sizeof(EXTENSIONS));
}

/* If the buffer is too short, truncates the text. */
static vx_status get_extensions(vx_reference ref, void *ptr, vx_size size)
{
	(void)ref;
	if (!size)
		return VX_ERROR_INVALID_PARAMETERS;
	snprintf(ptr, size, "%s", EXTENSIONS);
	return VX_SUCCESS;
}

/* The library's own kernels have no limit; the specification requires at least 9. */
static vx_status get_dimension(vx_reference ref, void *ptr, vx_size size)
{
	(void)ref;
	return get_fixed(ptr, size, 9);
}

static vx_status get_tensor_dims(vx_reference ref, void *ptr, vx_size size)
{
	(void)ref;
	return get_fixed(ptr, size, FCL_VX_MAX_DIMS);
}

static vx_status create_set_border(vx_reference ref, const void *ptr, vx_size size)
{
	const vx_border_t *border = ptr;

	(void)size;
	if (border->mode < VX_BORDER_UNDEFINED || border->mode > VX_BORDER_REPLICATE)
		return VX_ERROR_INVALID_VALUE;
	((vx_context)ref)->border = *border;
	return VX_SUCCESS;
}

static vx_status set_border_policy(vx_reference ref, const void *ptr, vx_size size)
{
	vx_enum policy = *(const vx_enum *)ptr;

	(void)size;
	if (policy != VX_BORDER_POLICY_DEFAULT_TO_UNDEFINED &&
	    policy != VX_BORDER_POLICY_RETURN_ERROR)
		return VX_ERROR_INVALID_VALUE;
	((vx_context)ref)->border_policy = policy;
	return VX_SUCCESS;
}

static const struct fcl_vx_attribute attributes[] = {
	{VX_CONTEXT_VENDOR_ID, .get = get_vendor},
	{VX_CONTEXT_VERSION, .get = get_version},
	{VX_CONTEXT_UNIQUE_KERNELS, .get = get_kernels},
	{VX_CONTEXT_UNIQUE_KERNEL_TABLE, .get = get_kernel_table},
	{VX_CONTEXT_MODULES, .get = get_modules},
	{VX_CONTEXT_REFERENCES, .get = get_references},
	{VX_CONTEXT_IMPLEMENTATION, .get = get_implementation},
	{VX_CONTEXT_EXTENSIONS_SIZE, .get = get_extensions_size},
	{VX_CONTEXT_EXTENSIONS, .get = get_extensions},
	{VX_CONTEXT_CONVOLUTION_MAX_DIMENSION, .get = get_dimension},
	{VX_CONTEXT_NONLINEAR_MAX_DIMENSION, .get = get_dimension},
	{VX_CONTEXT_OPTICAL_FLOW_MAX_WINDOW_DIMENSION, .get = get_dimension},
	{VX_CONTEXT_MAX_TENSOR_DIMS, .get = get_tensor_dims},
	{VX_CONTEXT_IMMEDIATE_BORDER, FCL_VX_FIELD(struct _vx_context, border),
	 .set = create_set_border},
	{VX_CONTEXT_IMMEDIATE_BORDER_POLICY, FCL_VX_FIELD(struct _vx_context, border_policy),
	 .set = set_border_policy},
	{VX_CONTEXT_CL_CONTEXT, FCL_VX_FIELD(struct _vx_context, cl)},
	{VX_CONTEXT_CL_COMMAND_QUEUE, FCL_VX_FIELD(struct _vx_context, global.cl)},
};

static void release_queues(struct fcl_vx_queue *queue)
{
	while (queue) {
		struct fcl_vx_queue *next = queue->next;

		clReleaseCommandQueue(queue->cl);
		free(queue);
		queue = next;
	}
}

static void destroy_context(vx_reference ref)
{
	vx_context context = (vx_context)ref;

	release_queues(context->queues);
	release_queues(context->chains);
	if (context->global.cl)
		clReleaseCommandQueue(context->global.cl);
	if (context->cl)
		clReleaseContext(context->cl);
	free(context->devices);
	free(context->structs);
	pthread_mutex_destroy(&context->lock);
	pthread_mutex_destroy(&context->log_lock);
}

/*
 * Releases the host's references to all remaining objects, graphs first, since they use the others.
 * Holds all objects meanwhile, so that releasing one does not free others in the list.
 */
static void create_release_all(vx_context context, vx_enum type)
{
	vx_reference next;

	for (vx_reference at = context->objects; at; at = at->next) {
		fcl_vx_hold(at);
		if (type == VX_TYPE_REFERENCE || at->class->type == type)
			atomic_store(&at->host_refs, 0);
	}
	for (vx_reference at = context->objects; at; at = next) {
		next = at->next;
		fcl_vx_drop(at);
	}
}

static void clear_context(vx_reference ref)
{
	vx_context context = (vx_context)ref;

	fcl_vx_run_drain(context);
	fcl_vx_lock(context);
	context->closing = true;
	create_release_all(context, VX_TYPE_GRAPH);
	fcl_vx_maps_clear(context);
	fcl_vx_modules_clear(context);
	create_release_all(context, VX_TYPE_REFERENCE);
	fcl_vx_kernels_clear(context);
	fcl_vx_unlock(context);
}

static bool calls_back(vx_reference ref)
{
	const struct fcl_vx_caller *caller = fcl_vx_caller();

	return caller && caller->node->context == (vx_context)ref;
}

static const struct fcl_vx_class context_class = {
	.type = VX_TYPE_CONTEXT,
	.size = sizeof(struct _vx_context),
	.destroy = destroy_context,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
	.close = clear_context,
	.is_busy = calls_back,
};

/* Creation. */

static bool create_is_ours(cl_platform_id platform)
{
	char suffix[16] = "";

	return !clGetPlatformInfo(platform, CL_PLATFORM_ICD_SUFFIX_KHR, sizeof(suffix), suffix,
				  NULL) &&
	       !strcmp(suffix, "FPGACL");
}

/* Chooses fpgacl's platform, or the first one with a device. */
static cl_context make_cl_context(void)
{
	enum { MOST = 64 };
	cl_platform_id platforms[MOST];
	cl_uint count = 0;
	cl_context found = NULL;

	if (clGetPlatformIDs(MOST, platforms, &count))
		return NULL;
	for (int other = 0; other < 2 && !found; other++) {
		for (cl_uint i = 0; i < count && i < MOST && !found; i++) {
			cl_context_properties properties[] = {
				CL_CONTEXT_PLATFORM, (cl_context_properties)platforms[i], 0};

			if (create_is_ours(platforms[i]) != (bool)other)
				found = clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL,
								NULL, NULL, NULL);
		}
	}
	return found;
}

static vx_status find_devices(vx_context context)
{
	size_t size = 0;

	if (clGetContextInfo(context->cl, CL_CONTEXT_DEVICES, 0, NULL, &size) || !size)
		return VX_ERROR_INVALID_PARAMETERS;
	context->devices = malloc(size);
	if (!context->devices)
		return VX_ERROR_NO_MEMORY;
	context->ndevices = (cl_uint)(size / sizeof(*context->devices));
	clGetContextInfo(context->cl, CL_CONTEXT_DEVICES, size, context->devices, NULL);
	return VX_SUCCESS;
}

static vx_status take_queue(vx_context context, cl_command_queue queue)
{
	cl_command_queue_properties properties = 0;
	cl_context owner = NULL;

	if (clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(owner), &owner, NULL) ||
	    clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(properties), &properties,
				  NULL) ||
	    clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof(cl_device_id),
				  &context->global.device, NULL) ||
	    owner != context->cl || (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
		return VX_ERROR_INVALID_PARAMETERS;
	if (clRetainCommandQueue(queue))
		return VX_ERROR_INVALID_PARAMETERS;
	context->global.cl = queue;
	return VX_SUCCESS;
}

static vx_status make_queue(vx_context context)
{
	cl_int code;

	context->global.device = context->devices[0];
	context->global.cl = clCreateCommandQueue(context->cl, context->devices[0], 0, &code);
	return code ? VX_ERROR_NO_RESOURCES : VX_SUCCESS;
}

/* If only a queue is given, uses its context. */
static vx_status set_up_cl(vx_context context, cl_context cl, cl_command_queue queue)
{
	vx_status status;

	if (!cl && queue && clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(cl), &cl, NULL))
		return VX_ERROR_INVALID_PARAMETERS;
	if (!cl)
		context->cl = make_cl_context();
	else if (!clRetainContext(cl))
		context->cl = cl;
	else
		return VX_ERROR_INVALID_PARAMETERS;
	if (!context->cl)
		return VX_ERROR_NO_RESOURCES;
	status = find_devices(context);
	if (status)
		return status;
	return queue ? take_queue(context, queue) : make_queue(context);
}

static void init_locks(vx_context context)
{
	pthread_mutexattr_t recursive;

	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&context->lock, &recursive);
	pthread_mutex_init(&context->log_lock, &recursive);
	pthread_mutexattr_destroy(&recursive);
}

static vx_context create(cl_context cl, cl_command_queue queue)
{
	vx_context context = fcl_vx_create(NULL, &context_class);
	vx_status status;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return context;
	init_locks(context);
	context->collect = fcl_vx_run_collect;
	context->border.mode = VX_BORDER_UNDEFINED;
	context->border_policy = VX_BORDER_POLICY_DEFAULT_TO_UNDEFINED;
	status = set_up_cl(context, cl, queue);
	if (status) {
		fcl_vx_release(&context, VX_TYPE_CONTEXT);
		return fcl_vx_error(status);
	}
	fcl_vx_load_default_kernels(context);
	return context;
}

VX_API_ENTRY vx_context VX_API_CALL vxCreateContext(void)
{
	return create(NULL, NULL);
}

VX_API_ENTRY vx_context VX_API_CALL vxCreateContextFromCL(cl_context opencl_context,
							  cl_command_queue opencl_command_queue)
{
	return create(opencl_context, opencl_command_queue);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseContext(vx_context *context)
{
	return fcl_vx_release(context, VX_TYPE_CONTEXT);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryContext(vx_context context, vx_enum attribute, void *ptr,
						  vx_size size)
{
	return fcl_vx_query(context, VX_TYPE_CONTEXT, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetContextAttribute(vx_context context, vx_enum attribute,
							 const void *ptr, vx_size size)
{
	return fcl_vx_set(context, VX_TYPE_CONTEXT, attribute, ptr, size);
}
