/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/graph/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/objects/classes.h"

/* Attributes. */

static vx_status kernel_get_name(vx_reference ref, void *ptr, vx_size size)
{
	const char *name = ((vx_kernel)ref)->kernel_name;

	if (size <= strlen(name))
		return VX_ERROR_INVALID_PARAMETERS;
	strcpy(ptr, name);
	return VX_SUCCESS;
}

static vx_status kernel_set_local_size(vx_reference ref, const void *ptr, vx_size size)
{
	(void)size;
	if (((vx_kernel)ref)->finalized)
		return VX_ERROR_NOT_SUPPORTED;
	((vx_kernel)ref)->local_size = *(const vx_size *)ptr;
	return VX_SUCCESS;
}

static vx_status set_use_opencl(vx_reference ref, const void *ptr, vx_size size)
{
	vx_bool value = *(const vx_bool *)ptr;

	(void)size;
	if (((vx_kernel)ref)->finalized)
		return VX_ERROR_NOT_SUPPORTED;
	if (value != vx_true_e && value != vx_false_e)
		return VX_ERROR_INVALID_VALUE;
	((vx_kernel)ref)->use_opencl = value;
	return VX_SUCCESS;
}

static const struct fcl_vx_attribute attributes[] = {
	{VX_KERNEL_PARAMETERS, FCL_VX_FIELD(struct _vx_kernel, nparameters)},
	{VX_KERNEL_NAME, .get = kernel_get_name},
	{VX_KERNEL_ENUM, FCL_VX_FIELD(struct _vx_kernel, enumeration)},
	{VX_KERNEL_LOCAL_DATA_SIZE, FCL_VX_FIELD(struct _vx_kernel, local_size),
	 .set = kernel_set_local_size},
	{VX_KERNEL_USE_OPENCL, FCL_VX_FIELD(struct _vx_kernel, use_opencl), .set = set_use_opencl},
};

static void destroy_kernel(vx_reference ref)
{
	free(((vx_kernel)ref)->parameters);
}

static const struct fcl_vx_class kernel_class = {
	.type = VX_TYPE_KERNEL,
	.size = sizeof(struct _vx_kernel),
	.destroy = destroy_kernel,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

vx_kernel fcl_vx_kernel_next(vx_reference from)
{
	while (from && (from->class->type != VX_TYPE_KERNEL || !((vx_kernel)from)->listed))
		from = from->next;
	return (vx_kernel)from;
}

vx_uint32 fcl_vx_kernel_list(vx_context context, vx_kernel_info_t *infos, vx_uint32 room)
{
	vx_uint32 count = 0;

	fcl_vx_lock(context);
	for (vx_kernel k = fcl_vx_kernel_next(context->objects); k;
	     k = fcl_vx_kernel_next(k->ref.next)) {
		if (!k->finalized)
			continue;
		if (count < room) {
			infos[count].enumeration = k->enumeration;
			snprintf(infos[count].name, sizeof(infos[count].name), "%s",
				 k->kernel_name);
		}
		count++;
	}
	fcl_vx_unlock(context);
	return count;
}

vx_kernel fcl_vx_kernel_find(vx_context context, const char *name, vx_enum enumeration)
{
	vx_kernel kernel = fcl_vx_kernel_next(context->objects);

	while (kernel &&
	       (name ? strcmp(kernel->kernel_name, name) != 0 : kernel->enumeration != enumeration))
		kernel = fcl_vx_kernel_next(kernel->ref.next);
	return kernel;
}

static vx_kernel get_kernel(vx_context context, const char *name, vx_enum enumeration)
{
	vx_kernel kernel;

	fcl_vx_lock(context);
	kernel = fcl_vx_kernel_find(context, name, enumeration);
	if (kernel && kernel->finalized)
		vxRetainReference(&kernel->ref);
	else
		kernel = NULL;
	fcl_vx_unlock(context);
	if (kernel)
		return kernel;
	if (name)
		fcl_vx_fail(context, VX_ERROR_INVALID_PARAMETERS, "there is no kernel \"%s\"",
			    name);
	else
		fcl_vx_fail(context, VX_ERROR_INVALID_PARAMETERS, "there is no kernel %#x",
			    (unsigned)enumeration);
	return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
}

VX_API_ENTRY vx_kernel VX_API_CALL vxGetKernelByName(vx_context context, const vx_char *name)
{
	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	if (!name)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return get_kernel(context, name, 0);
}

VX_API_ENTRY vx_kernel VX_API_CALL vxGetKernelByEnum(vx_context context, vx_enum kernel)
{
	return fcl_vx_is(context, VX_TYPE_CONTEXT) ? get_kernel(context, NULL, kernel) : NULL;
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryKernel(vx_kernel kernel, vx_enum attribute, void *ptr,
						 vx_size size)
{
	return fcl_vx_query(kernel, VX_TYPE_KERNEL, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetKernelAttribute(vx_kernel kernel, vx_enum attribute,
							const void *ptr, vx_size size)
{
	return fcl_vx_set(kernel, VX_TYPE_KERNEL, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseKernel(vx_kernel *kernel)
{
	return fcl_vx_release(kernel, VX_TYPE_KERNEL);
}

/* Kernels of programs. */

vx_kernel fcl_vx_kernel_add(vx_context context, const char *name, vx_enum enumeration,
			    vx_uint32 nparameters)
{
	vx_kernel kernel = fcl_vx_create(context, &kernel_class);

	if (!fcl_vx_is(kernel, VX_TYPE_KERNEL))
		return kernel;
	kernel->parameters = calloc(nparameters, sizeof(*kernel->parameters));
	if (!kernel->parameters) {
		vxReleaseKernel(&kernel);
		return fcl_vx_error(VX_ERROR_NO_MEMORY);
	}
	snprintf(kernel->kernel_name, sizeof(kernel->kernel_name), "%s", name);
	kernel->enumeration = enumeration;
	kernel->nparameters = nparameters;
	kernel->module = context->publishing;
	kernel->borders = ~0U;
	kernel->resets = true;
	kernel->listed = true;
	fcl_vx_hold(&kernel->ref);
	return kernel;
}

VX_API_ENTRY vx_kernel VX_API_CALL vxAddUserKernel(vx_context context, const vx_char *name,
						   vx_enum enumeration, vx_kernel_f func_ptr,
						   vx_uint32 numParams,
						   vx_kernel_validate_f validate,
						   vx_kernel_initialize_f init,
						   vx_kernel_deinitialize_f deinit)
{
	vx_kernel kernel;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	if (!name || !*name || strlen(name) >= VX_MAX_KERNEL_NAME || !func_ptr || !validate ||
	    !numParams || numParams > FCL_VX_MAX_PARAMETERS)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	fcl_vx_lock(context);
	if (fcl_vx_kernel_find(context, name, 0) ||
	    fcl_vx_kernel_find(context, NULL, enumeration)) {
		fcl_vx_unlock(context);
		fcl_vx_fail(context, VX_ERROR_INVALID_PARAMETERS,
			    "vxAddUserKernel: \"%s\", or its number, is already registered", name);
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	}
	kernel = fcl_vx_kernel_add(context, name, enumeration, numParams);
	if (fcl_vx_is(kernel, VX_TYPE_KERNEL)) {
		kernel->function = func_ptr;
		kernel->validate = validate;
		kernel->initialize = init;
		kernel->deinitialize = deinit;
	}
	fcl_vx_unlock(context);
	return kernel;
}

VX_API_ENTRY vx_status VX_API_CALL vxAddParameterToKernel(vx_kernel kernel, vx_uint32 index,
							  vx_enum dir, vx_enum data_type,
							  vx_enum state)
{
	if (!fcl_vx_is(kernel, VX_TYPE_KERNEL))
		return VX_ERROR_INVALID_REFERENCE;
	if (kernel->finalized || index >= kernel->nparameters ||
	    (dir != VX_INPUT && dir != VX_OUTPUT) ||
	    (data_type != VX_TYPE_REFERENCE && !fcl_vx_data_class(data_type)) ||
	    data_type == VX_TYPE_DELAY ||
	    (state != VX_PARAMETER_STATE_REQUIRED && state != VX_PARAMETER_STATE_OPTIONAL))
		return VX_ERROR_INVALID_PARAMETERS;
	kernel->parameters[index] = (struct fcl_vx_parameter_type){dir, data_type, state,
								   .set = true};
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxFinalizeKernel(vx_kernel kernel)
{
	if (!fcl_vx_is(kernel, VX_TYPE_KERNEL))
		return VX_ERROR_INVALID_REFERENCE;
	for (vx_uint32 i = 0; i < kernel->nparameters; i++)
		if (!kernel->parameters[i].set)
			return fcl_vx_fail(kernel, VX_ERROR_INVALID_PARAMETERS,
					   "vxFinalizeKernel: \"%s\" has %u parameters, and %u is "
					   "not described",
					   kernel->kernel_name, kernel->nparameters, i);
	kernel->finalized = true;
	return VX_SUCCESS;
}

void fcl_vx_kernel_unlist(vx_kernel kernel)
{
	kernel->listed = false;
	fcl_vx_drop(&kernel->ref);
}

VX_API_ENTRY vx_status VX_API_CALL vxRemoveKernel(vx_kernel kernel)
{
	vx_context context;
	vx_reference ref = (vx_reference)kernel;

	if (!fcl_vx_is(kernel, VX_TYPE_KERNEL))
		return VX_ERROR_INVALID_REFERENCE;
	if (!kernel->listed || kernel->ops)
		return VX_ERROR_INVALID_PARAMETERS;
	context = kernel->ref.context;
	fcl_vx_lock(context);
	fcl_vx_hold(ref);
	fcl_vx_kernel_unlist(kernel);
	fcl_vx_release(&ref, VX_TYPE_KERNEL);
	fcl_vx_drop((vx_reference)kernel);
	fcl_vx_unlock(context);
	return VX_SUCCESS;
}

void fcl_vx_kernels_clear(vx_context context)
{
	vx_kernel kernel;

	while ((kernel = fcl_vx_kernel_next(context->objects)))
		fcl_vx_kernel_unlist(kernel);
}
