/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/openvx/kernel.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "runtime/openvx/describe.h"
#include "runtime/openvx/flat.h"
#include "runtime/openvx/fpga.h"

/* What vxLoadKernels() has loaded: a library, a program's own functions, or a description. */
struct fcl_vx_module {
	struct fcl_vx_module *next;
	char *name;
	unsigned loads;
	void *library;
	vx_publish_kernels_f publish;
	vx_unpublish_kernels_f unpublish;
	struct fcl_vx_description *description;
};

/* Attributes. */

static vx_status get_name(vx_reference ref, void *ptr, vx_size size)
{
	const char *name = ((vx_kernel)ref)->kernel_name;

	if (size <= strlen(name))
		return VX_ERROR_INVALID_PARAMETERS;
	strcpy(ptr, name);
	return VX_SUCCESS;
}

static vx_status set_local_size(vx_reference ref, const void *ptr, vx_size size)
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
	{VX_KERNEL_NAME, .get = get_name},
	{VX_KERNEL_ENUM, FCL_VX_FIELD(struct _vx_kernel, enumeration)},
	{VX_KERNEL_LOCAL_DATA_SIZE, FCL_VX_FIELD(struct _vx_kernel, local_size),
	 .set = set_local_size},
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

/* The list of kernels is the context's list of objects. */
static vx_kernel next_kernel(vx_reference from)
{
	while (from && (from->class->type != VX_TYPE_KERNEL || !((vx_kernel)from)->listed))
		from = from->next;
	return (vx_kernel)from;
}

vx_uint32 fcl_vx_kernel_list(vx_context context, vx_kernel_info_t *infos, vx_uint32 room)
{
	vx_uint32 count = 0;

	fcl_vx_lock(context);
	for (vx_kernel k = next_kernel(context->objects); k; k = next_kernel(k->ref.next)) {
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

/* Finds by name, or, without one, by number. */
static vx_kernel find_kernel(vx_context context, const char *name, vx_enum enumeration)
{
	vx_kernel kernel = next_kernel(context->objects);

	while (kernel &&
	       (name ? strcmp(kernel->kernel_name, name) != 0 : kernel->enumeration != enumeration))
		kernel = next_kernel(kernel->ref.next);
	return kernel;
}

static vx_kernel get_kernel(vx_context context, const char *name, vx_enum enumeration)
{
	vx_kernel kernel;

	fcl_vx_lock(context);
	kernel = find_kernel(context, name, enumeration);
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

/* The module whose vxPublishKernels() runs on this thread. */
static _Thread_local struct fcl_vx_module *publishing;

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
	kernel->module = publishing;
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
	if (find_kernel(context, name, 0) || find_kernel(context, NULL, enumeration)) {
		fcl_vx_unlock(context);
		fcl_vx_fail(context, VX_ERROR_INVALID_PARAMETERS,
			    "vxAddUserKernel: \"%s\", or its number, is there already", name);
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

static void unlist(vx_kernel kernel)
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
	if (!kernel->listed || kernel->described)
		return VX_ERROR_INVALID_PARAMETERS;
	context = kernel->ref.context;
	fcl_vx_lock(context);
	fcl_vx_hold(ref);
	unlist(kernel);
	fcl_vx_release(&ref, VX_TYPE_KERNEL);
	fcl_vx_drop((vx_reference)kernel);
	fcl_vx_unlock(context);
	return VX_SUCCESS;
}

/* Modules. */

static struct fcl_vx_module *find_module(vx_context context, const char *name)
{
	struct fcl_vx_module *module = context->modules;

	while (module && strcmp(module->name, name) != 0)
		module = module->next;
	return module;
}

static void free_module(vx_context context, struct fcl_vx_module *module)
{
	if (module->description)
		fcl_vx_description_free(context, module->description);
	if (module->library)
		dlclose(module->library);
	free(module->name);
	free(module);
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), other = strlen(end);

	return length >= other && !strcmp(text + length - other, end);
}

/* "name" is libname.so where the dynamic linker looks; a path is a path. */
static void *open_library(vx_context context, const char *name)
{
	char path[4096];
	void *library;

	if (snprintf(path, sizeof(path),
		     strchr(name, '/') || ends_with(name, ".so") ? "%s" : "lib%s.so",
		     name) >= (int)sizeof(path))
		return NULL;
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		fcl_vx_fail(context, VX_ERROR_INVALID_MODULE, "vxLoadKernels: %s", dlerror());
	return library;
}

static vx_kernel add_described(vx_context context, const struct fcl_vx_described *described)
{
	vx_enum enumeration = described->enumeration;
	vx_kernel kernel;

	if (!enumeration && vxAllocateUserKernelId(context, &enumeration))
		return fcl_vx_error(VX_ERROR_NO_RESOURCES);
	if (find_kernel(context, described->name, 0) || find_kernel(context, NULL, enumeration)) {
		fcl_vx_fail(context, VX_ERROR_INVALID_MODULE,
			    "%s: kernel \"%s\", or its number, is there already",
			    described->file->path, described->name);
		return fcl_vx_error(VX_ERROR_INVALID_MODULE);
	}
	kernel = fcl_vx_kernel_add(context, described->name, enumeration, described->nparameters);
	if (!fcl_vx_is(kernel, VX_TYPE_KERNEL))
		return kernel;
	kernel->described = described;
	kernel->validate = fcl_vx_fpga_validate;
	for (vx_uint32 i = 0; i < described->nparameters; i++)
		kernel->parameters[i] = (struct fcl_vx_parameter_type){
			described->parameters[i].direction, described->parameters[i].type,
			described->parameters[i].optional ? VX_PARAMETER_STATE_OPTIONAL
							  : VX_PARAMETER_STATE_REQUIRED,
			.set = true};
	kernel->finalized = true;
	return kernel;
}

static vx_status publish_description(vx_context context, struct fcl_vx_module *module)
{
	vx_status status;

	module->description = fcl_vx_description_read(context, module->name, &status);
	if (!module->description)
		return status;
	for (vx_uint32 i = 0; i < module->description->nkernels; i++) {
		vx_kernel kernel = add_described(context, &module->description->kernels[i]);

		if (!fcl_vx_is(kernel, VX_TYPE_KERNEL))
			return vxGetStatus((vx_reference)kernel);
		vxReleaseKernel(&kernel);
	}
	return VX_SUCCESS;
}

static vx_status publish(vx_context context, struct fcl_vx_module *module)
{
	struct fcl_vx_module *before = publishing;
	vx_status status;

	publishing = module;
	status = module->publish ? module->publish(context) : publish_description(context, module);
	publishing = before;
	return status;
}

/* Takes a module's kernels away; nodes keep what they use. */
static void unpublish(vx_context context, struct fcl_vx_module *module)
{
	vx_kernel kernel;

	if (module->unpublish)
		module->unpublish(context);
	for (kernel = next_kernel(context->objects); kernel;) {
		vx_kernel next = next_kernel(kernel->ref.next);

		if (kernel->module == module) {
			fcl_vx_hold(&kernel->ref);
			unlist(kernel);
			if (atomic_load(&kernel->ref.host_refs) && !module->description) {
				vx_reference ref = &kernel->ref;

				fcl_vx_release(&ref, VX_TYPE_KERNEL);
			}
			kernel->module = NULL;
			fcl_vx_drop(&kernel->ref);
			next = next_kernel(context->objects);
		}
		kernel = next;
	}
}

/* Kernels that something still uses: the module has to stay. */
static bool is_used(vx_context context, const struct fcl_vx_module *module)
{
	for (vx_kernel k = next_kernel(context->objects); k; k = next_kernel(k->ref.next))
		if (k->module == module && module->description &&
		    (atomic_load(&k->ref.inner_refs) > 1 || atomic_load(&k->ref.host_refs)))
			return true;
	return false;
}

static vx_status set_up(vx_context context, struct fcl_vx_module *module)
{
	if (!module->publish && !ends_with(module->name, ".json")) {
		module->library = open_library(context, module->name);
		if (!module->library)
			return VX_ERROR_INVALID_MODULE;
		module->publish = (vx_publish_kernels_f)dlsym(module->library, "vxPublishKernels");
		module->unpublish = (vx_unpublish_kernels_f)dlsym(module->library,
								  "vxUnpublishKernels");
		if (!module->publish)
			return fcl_vx_fail(context, VX_ERROR_INVALID_MODULE,
					   "vxLoadKernels: %s has no vxPublishKernels()",
					   module->name);
	}
	return publish(context, module);
}

static struct fcl_vx_module *new_module(vx_context context, const char *name)
{
	struct fcl_vx_module *module = calloc(1, sizeof(*module));

	if (!module)
		return NULL;
	module->name = strdup(name);
	if (!module->name) {
		free(module);
		return NULL;
	}
	module->next = context->modules;
	context->modules = module;
	return module;
}

static void remove_module(vx_context context, struct fcl_vx_module *module)
{
	struct fcl_vx_module **at = &context->modules;

	while (*at != module)
		at = &(*at)->next;
	*at = module->next;
	free_module(context, module);
}

static vx_status load(vx_context context, const char *name)
{
	struct fcl_vx_module *module = find_module(context, name);
	vx_status status = VX_SUCCESS;

	if (!module) {
		module = new_module(context, name);
		if (!module)
			return VX_ERROR_NO_MEMORY;
	}
	if (!module->loads)
		status = set_up(context, module);
	if (!status) {
		module->loads++;
		return VX_SUCCESS;
	}
	module->unpublish = NULL;
	unpublish(context, module);
	remove_module(context, module);
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxLoadKernels(vx_context context, const vx_char *module)
{
	vx_status status;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return VX_ERROR_INVALID_REFERENCE;
	if (!module || !*module)
		return VX_ERROR_INVALID_PARAMETERS;
	fcl_vx_lock(context);
	status = load(context, module);
	fcl_vx_unlock(context);
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxUnloadKernels(vx_context context, const vx_char *module)
{
	struct fcl_vx_module *found;
	vx_status status = VX_SUCCESS;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return VX_ERROR_INVALID_REFERENCE;
	if (!module)
		return VX_ERROR_INVALID_PARAMETERS;
	fcl_vx_lock(context);
	found = find_module(context, module);
	if (!found || !found->loads)
		status = VX_ERROR_INVALID_PARAMETERS;
	else if (found->loads == 1 && is_used(context, found))
		status = fcl_vx_fail(context, VX_ERROR_REFERENCE_NONZERO,
				     "vxUnloadKernels: kernels of %s are in use", module);
	else if (!--found->loads) {
		unpublish(context, found);
		remove_module(context, found);
	}
	fcl_vx_unlock(context);
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxRegisterKernelLibrary(vx_context context, const vx_char *name,
							   vx_publish_kernels_f publish_kernels,
							   vx_unpublish_kernels_f unpublish_kernels)
{
	struct fcl_vx_module *module;
	vx_status status = VX_SUCCESS;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return VX_ERROR_INVALID_REFERENCE;
	if (!name || !*name || !publish_kernels || !unpublish_kernels)
		return VX_ERROR_INVALID_PARAMETERS;
	fcl_vx_lock(context);
	module = find_module(context, name);
	if (module)
		status = VX_ERROR_INVALID_PARAMETERS;
	else
		module = new_module(context, name);
	if (!module) {
		status = VX_ERROR_NO_MEMORY;
	} else if (!status) {
		module->publish = publish_kernels;
		module->unpublish = unpublish_kernels;
	}
	fcl_vx_unlock(context);
	return status;
}

vx_uint32 fcl_vx_module_count(vx_context context)
{
	vx_uint32 count = 0;

	fcl_vx_lock(context);
	for (const struct fcl_vx_module *module = context->modules; module; module = module->next)
		count += module->loads != 0;
	fcl_vx_unlock(context);
	return count;
}

void fcl_vx_load_default_kernels(vx_context context)
{
	const char *list = fcl_config_string(FCL_CONFIG_OPENVX_KERNELS);
	char *copy = strdup(list), *rest = NULL;

	for (char *name = copy ? strtok_r(copy, ":", &rest) : NULL; name;
	     name = strtok_r(NULL, ":", &rest))
		vxLoadKernels(context, name);
	free(copy);
}

void fcl_vx_modules_clear(vx_context context)
{
	while (context->modules) {
		struct fcl_vx_module *module = context->modules;

		if (module->loads)
			unpublish(context, module);
		remove_module(context, module);
	}
}

void fcl_vx_kernels_clear(vx_context context)
{
	vx_kernel kernel;

	while ((kernel = next_kernel(context->objects)))
		unlist(kernel);
}

/* Parameters. */

static vx_status get_ref(vx_reference ref, void *ptr, vx_size size);
static vx_status get_meta(vx_reference ref, void *ptr, vx_size size);

static const struct fcl_vx_attribute parameter_attributes[] = {
	{VX_PARAMETER_INDEX, FCL_VX_FIELD(struct _vx_parameter, index)},
	{VX_PARAMETER_DIRECTION, FCL_VX_FIELD(struct _vx_parameter, direction)},
	{VX_PARAMETER_TYPE, FCL_VX_FIELD(struct _vx_parameter, type)},
	{VX_PARAMETER_STATE, FCL_VX_FIELD(struct _vx_parameter, state)},
	{VX_PARAMETER_REF, sizeof(vx_reference), .get = get_ref},
	{VX_PARAMETER_META_FORMAT, sizeof(vx_meta_format), .get = get_meta},
};

static void destroy_parameter(vx_reference ref)
{
	vx_parameter parameter = (vx_parameter)ref;

	fcl_vx_drop((vx_reference)parameter->kernel);
	fcl_vx_drop((vx_reference)parameter->node);
}

static const struct fcl_vx_class parameter_class = {
	.type = VX_TYPE_PARAMETER,
	.size = sizeof(struct _vx_parameter),
	.destroy = destroy_parameter,
	.attributes = parameter_attributes,
	.nattributes = FCL_VX_COUNT(parameter_attributes),
};

/* The host gets a reference of its own. */
static vx_status get_ref(vx_reference ref, void *ptr, vx_size size)
{
	vx_parameter parameter = (vx_parameter)ref;
	vx_reference value = parameter->node ? parameter->node->arguments[parameter->index].value
					     : NULL;

	if (value)
		vxRetainReference(value);
	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

/* Describes the object that the parameter has; there has to be one. */
static vx_status get_meta(vx_reference ref, void *ptr, vx_size size)
{
	vx_parameter parameter = (vx_parameter)ref;
	vx_reference value = parameter->node ? parameter->node->arguments[parameter->index].value
					     : NULL;
	vx_meta_format meta;

	if (!value)
		return VX_ERROR_NOT_SUPPORTED;
	meta = fcl_vx_create(ref->context, &fcl_vx_meta_format_class);
	if (!fcl_vx_is(meta, VX_TYPE_META_FORMAT))
		return VX_ERROR_NO_MEMORY;
	meta->ref.meta = value->meta;
	return fcl_vx_answer(ptr, size, &meta, sizeof(meta));
}

vx_parameter fcl_vx_parameter_create(vx_kernel kernel, vx_node node, vx_uint32 index)
{
	const struct fcl_vx_parameter_type *type =
		&(node ? node->kernel : kernel)->parameters[index];
	vx_parameter parameter = fcl_vx_create((node ? &node->ref : &kernel->ref)->context,
					       &parameter_class);

	if (!fcl_vx_is(parameter, VX_TYPE_PARAMETER))
		return parameter;
	parameter->kernel = kernel;
	parameter->node = node;
	fcl_vx_hold(node ? &node->ref : &kernel->ref);
	parameter->index = index;
	parameter->type = type->type;
	parameter->direction = type->direction;
	parameter->state = type->state;
	return parameter;
}

VX_API_ENTRY vx_parameter VX_API_CALL vxGetKernelParameterByIndex(vx_kernel kernel, vx_uint32 index)
{
	if (!fcl_vx_is(kernel, VX_TYPE_KERNEL))
		return NULL;
	if (index >= kernel->nparameters)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return fcl_vx_parameter_create(kernel, NULL, index);
}

VX_API_ENTRY vx_parameter VX_API_CALL vxGetParameterByIndex(vx_node node, vx_uint32 index)
{
	if (!fcl_vx_is(node, VX_TYPE_NODE))
		return NULL;
	if (index >= node->nparameters)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return fcl_vx_parameter_create(NULL, node, index);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseParameter(vx_parameter *param)
{
	return fcl_vx_release(param, VX_TYPE_PARAMETER);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetParameterByIndex(vx_node node, vx_uint32 index,
							 vx_reference value)
{
	if (!fcl_vx_is(node, VX_TYPE_NODE))
		return VX_ERROR_INVALID_REFERENCE;
	return fcl_vx_node_set(node, index, value);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetParameterByReference(vx_parameter parameter,
							     vx_reference value)
{
	if (!fcl_vx_is(parameter, VX_TYPE_PARAMETER))
		return VX_ERROR_INVALID_REFERENCE;
	if (!parameter->node)
		return VX_ERROR_INVALID_PARAMETERS;
	return fcl_vx_node_set(parameter->node, parameter->index, value);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryParameter(vx_parameter parameter, vx_enum attribute,
						    void *ptr, vx_size size)
{
	return fcl_vx_query(parameter, VX_TYPE_PARAMETER, attribute, ptr, size);
}
