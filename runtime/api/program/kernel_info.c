/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "runtime/api/common/info.h"
#include "runtime/api/common/limits.h"
#include "runtime/api/common/validate.h"
#include "runtime/api/program/arg_type.h"
#include "runtime/api/program/work_group.h"
#include "runtime/api/program/xilinx_info.h"
#include "runtime/core/kernels/kernel_create.h"

cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name,
				   size_t param_value_size, void *param_value,
				   size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	const struct fcl_kernel *the_kernel = fcl_api_kernel(kernel);

	if (!the_kernel)
		return CL_INVALID_KERNEL;
	switch (param_name) {
	case CL_KERNEL_FUNCTION_NAME:
		return fcl_api_info_string(&info, the_kernel->name);
	case CL_KERNEL_NUM_ARGS:
		return fcl_api_info_uint(&info, the_kernel->facts->nhost_args);
	case CL_KERNEL_REFERENCE_COUNT:
		return fcl_api_info_uint(&info, fcl_object_api_refs(the_kernel));
	case CL_KERNEL_CONTEXT:
		return fcl_api_info_handle(&info, the_kernel->program->context);
	case CL_KERNEL_PROGRAM:
		return fcl_api_info_handle(&info, the_kernel->program);
	case CL_KERNEL_ATTRIBUTES:
		/*
		 * Empty unless the program was created from source (§5.9.4), and those have no
		 * kernels.
		 */
		return fcl_api_info_string(&info, "");
	default:
		return fcl_api_xilinx_kernel_info(&info, the_kernel, param_name);
	}
}

/* The kernel on a device; a NULL device is valid if the program has only one. */
static const struct fcl_kernel_instance *kernel_info_find_instance(const struct fcl_kernel *kernel,
								   cl_device_id device)
{
	const struct fcl_part *part = fcl_api_part(device);

	if (!device && kernel->program->nbuilds == 1)
		part = kernel->program->builds[0].part;
	return part ? fcl_kernel_instance(kernel, part) : NULL;
}

static cl_int answer_work_group(const struct fcl_api_info *info, const struct fcl_kernel *kernel,
				const struct fcl_image_kernel *facts,
				cl_kernel_work_group_info name)
{
	const size_t anything[3] = {SIZE_MAX, SIZE_MAX, SIZE_MAX};
	size_t required[3];

	switch (name) {
	case CL_KERNEL_WORK_GROUP_SIZE:
		return fcl_api_info_size(info, fcl_api_group_limit(facts));
	case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
		for (int i = 0; i < 3; i++)
			required[i] = facts->reqd_work_group[i];
		return fcl_api_info_bytes(info, required, sizeof(required));
	case CL_KERNEL_LOCAL_MEM_SIZE:
		return fcl_api_info_ulong(info, fcl_api_local_memory(facts, kernel));
	case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
		return fcl_api_info_size(info,
					 fcl_api_is_opencl_c(facts) ? FCL_API_GROUP_MULTIPLE : 1);
	case CL_KERNEL_PRIVATE_MEM_SIZE:
		return fcl_api_info_ulong(info, 0);
	case CL_KERNEL_GLOBAL_WORK_SIZE:
		if (!kernel->program->builtin)
			return CL_INVALID_VALUE;
		return fcl_api_info_bytes(info, anything, sizeof(anything));
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
					    cl_kernel_work_group_info param_name,
					    size_t param_value_size, void *param_value,
					    size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	const struct fcl_kernel *the_kernel = fcl_api_kernel(kernel);
	const struct fcl_kernel_instance *instance;

	if (!the_kernel)
		return CL_INVALID_KERNEL;
	instance = kernel_info_find_instance(the_kernel, device);
	if (!instance)
		return CL_INVALID_DEVICE;
	return answer_work_group(&info, the_kernel, &instance->image->kernels[instance->index],
				 param_name);
}

/* No device supports sub-groups. */
cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
					   cl_kernel_sub_group_info param_name,
					   size_t input_value_size, const void *input_value,
					   size_t param_value_size, void *param_value,
					   size_t *param_value_size_ret)
{
	const struct fcl_kernel *the_kernel = fcl_api_kernel(kernel);

	(void)param_name;
	(void)input_value_size;
	(void)input_value;
	(void)param_value_size;
	(void)param_value;
	(void)param_value_size_ret;
	if (!the_kernel)
		return CL_INVALID_KERNEL;
	return kernel_info_find_instance(the_kernel, device) ? CL_INVALID_OPERATION
							     : CL_INVALID_DEVICE;
}

static cl_kernel_arg_address_qualifier kernel_info_address_of(const struct fcl_image_arg *arg)
{
	switch (arg->qualifier) {
	case FCL_ARG_GLOBAL:
		return CL_KERNEL_ARG_ADDRESS_GLOBAL;
	case FCL_ARG_CONSTANT:
		return CL_KERNEL_ARG_ADDRESS_CONSTANT;
	case FCL_ARG_LOCAL:
		return CL_KERNEL_ARG_ADDRESS_LOCAL;
	default:
		return CL_KERNEL_ARG_ADDRESS_PRIVATE;
	}
}

/* Only pipes and images have an access qualifier. */
static cl_kernel_arg_access_qualifier access_of(const struct fcl_image_arg *arg)
{
	if (arg->qualifier != FCL_ARG_STREAM)
		return CL_KERNEL_ARG_ACCESS_NONE;
	return arg->direction == FCL_DIR_OUT ? CL_KERNEL_ARG_ACCESS_WRITE_ONLY
					     : CL_KERNEL_ARG_ACCESS_READ_ONLY;
}

static cl_kernel_arg_type_qualifier type_bits_of(const struct fcl_image_arg *arg)
{
	switch (arg->qualifier) {
	case FCL_ARG_CONSTANT:
		return CL_KERNEL_ARG_TYPE_CONST | fcl_api_arg_type_bits(arg->type_name);
	case FCL_ARG_GLOBAL:
	case FCL_ARG_LOCAL:
		return fcl_api_arg_type_bits(arg->type_name);
	case FCL_ARG_STREAM:
		return CL_KERNEL_ARG_TYPE_PIPE;
	default:
		return CL_KERNEL_ARG_TYPE_NONE;
	}
}

static cl_int answer_type_name(const struct fcl_api_info *info, const char *type)
{
	char *name;
	cl_int error;

	if (!*type)
		return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
	name = fcl_api_arg_type_name(type);
	if (!name)
		return CL_OUT_OF_HOST_MEMORY;
	error = fcl_api_info_string(info, name);
	free(name);
	return error;
}

cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index,
				      cl_kernel_arg_info param_name, size_t param_value_size,
				      void *param_value, size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	const struct fcl_kernel *the_kernel = fcl_api_kernel(kernel);
	const struct fcl_image_arg *arg;

	if (!the_kernel)
		return CL_INVALID_KERNEL;
	if (arg_index >= the_kernel->facts->nhost_args)
		return CL_INVALID_ARG_INDEX;
	arg = &the_kernel->facts->args[arg_index];
	switch (param_name) {
	case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
		return fcl_api_info_uint(&info, kernel_info_address_of(arg));
	case CL_KERNEL_ARG_ACCESS_QUALIFIER:
		return fcl_api_info_uint(&info, access_of(arg));
	case CL_KERNEL_ARG_TYPE_NAME:
		return answer_type_name(&info, arg->type_name);
	case CL_KERNEL_ARG_TYPE_QUALIFIER:
		return fcl_api_info_ulong(&info, type_bits_of(arg));
	case CL_KERNEL_ARG_NAME:
		return fcl_api_info_string(&info, arg->name);
	default:
		return fcl_api_xilinx_arg_info(&info, arg, param_name);
	}
}
