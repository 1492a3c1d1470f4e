/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/described/modules.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/described/describe.h"
#include "runtime/clients/openvx/described/fpga.h"
#include "runtime/clients/openvx/described/validate.h"

/* The result of vxLoadKernels(): a library, a program's own functions, or a description. */
struct fcl_vx_module {
	struct fcl_vx_module *next;
	char *name;
	unsigned loads;
	void *library;
	vx_publish_kernels_f publish;
	vx_unpublish_kernels_f unpublish;
	struct fcl_vx_description *description;
};

/* Modules. */

static struct fcl_vx_module *described_find_module(vx_context context, const char *name)
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

static bool modules_ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), other = strlen(end);

	return length >= other && !strcmp(text + length - other, end);
}

/* "name" means libname.so in the dynamic linker's search path; a path is used as it is. */
static void *modules_open_library(vx_context context, const char *name)
{
	char path[4096];
	void *library;

	if (snprintf(path, sizeof(path),
		     strchr(name, '/') || modules_ends_with(name, ".so") ? "%s" : "lib%s.so",
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
	if (fcl_vx_kernel_find(context, described->name, 0) ||
	    fcl_vx_kernel_find(context, NULL, enumeration)) {
		fcl_vx_fail(context, VX_ERROR_INVALID_MODULE,
			    "%s: kernel \"%s\", or its number, is already registered",
			    described->file->path, described->name);
		return fcl_vx_error(VX_ERROR_INVALID_MODULE);
	}
	kernel = fcl_vx_kernel_add(context, described->name, enumeration, described->nparameters);
	if (!fcl_vx_is(kernel, VX_TYPE_KERNEL))
		return kernel;
	kernel->described = described;
	kernel->ops = &fcl_vx_fpga_ops;
	kernel->borders = described->borders;
	kernel->resets = described->resets;
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

static vx_status modules_publish(vx_context context, struct fcl_vx_module *module)
{
	struct fcl_vx_module *before = context->publishing;
	vx_status status;

	context->publishing = module;
	status = module->publish ? module->publish(context) : publish_description(context, module);
	context->publishing = before;
	return status;
}

/* Removes a module's kernels; nodes keep what they use. */
static void unpublish(vx_context context, struct fcl_vx_module *module)
{
	vx_kernel kernel;

	if (module->unpublish)
		module->unpublish(context);
	for (kernel = fcl_vx_kernel_next(context->objects); kernel;) {
		vx_kernel next = fcl_vx_kernel_next(kernel->ref.next);

		if (kernel->module == module) {
			fcl_vx_hold(&kernel->ref);
			fcl_vx_kernel_unlist(kernel);
			if (atomic_load(&kernel->ref.host_refs) && !module->description) {
				vx_reference ref = &kernel->ref;

				fcl_vx_release(&ref, VX_TYPE_KERNEL);
			}
			kernel->module = NULL;
			fcl_vx_drop(&kernel->ref);
			next = fcl_vx_kernel_next(context->objects);
		}
		kernel = next;
	}
}

/* Whether any of its kernels is still in use, so that the module must stay. */
static bool is_used(vx_context context, const struct fcl_vx_module *module)
{
	for (vx_kernel k = fcl_vx_kernel_next(context->objects); k;
	     k = fcl_vx_kernel_next(k->ref.next))
		if (k->module == module && module->description &&
		    (atomic_load(&k->ref.inner_refs) > 1 || atomic_load(&k->ref.host_refs)))
			return true;
	return false;
}

static vx_status set_up(vx_context context, struct fcl_vx_module *module)
{
	if (!module->publish && !modules_ends_with(module->name, ".json")) {
		module->library = modules_open_library(context, module->name);
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
	return modules_publish(context, module);
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

static vx_status modules_load(vx_context context, const char *name)
{
	struct fcl_vx_module *module = described_find_module(context, name);
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
	status = modules_load(context, module);
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
	found = described_find_module(context, module);
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
	module = described_find_module(context, name);
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
