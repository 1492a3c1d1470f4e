/* SPDX-License-Identifier: Apache-2.0 */
#include <CL/cl_ext.h>
#include <errno.h>

#include "runtime/api/common/validate.h"
#include "runtime/core/kernels/indirect.h"
#include "runtime/core/kernels/setting.h"
#include "runtime/core/objects/status.h"
#include "runtime/core/objects/svm.h"

static bool takes_svm(const struct fcl_image_arg *arg)
{
	return arg->qualifier == FCL_ARG_GLOBAL || arg->qualifier == FCL_ARG_CONSTANT;
}

static cl_int svm_kernel_set_pointer(struct fcl_kernel *kernel, cl_uint index, const void *pointer)
{
	uint64_t offset;
	struct fcl_mem *mem;

	if (!pointer) {
		fcl_kernel_set_mem(kernel, index, NULL);
		return CL_SUCCESS;
	}
	if (fcl_kernel_set_svm_again(kernel, index, pointer))
		return CL_SUCCESS;
	mem = fcl_svm_find(kernel->program->context, pointer, &offset);
	if (!mem)
		return fcl_api_explain(
			kernel->program->context, CL_INVALID_ARG_VALUE,
			"kernel %s, argument %u '%s': %p is in no allocation of clSVMAlloc() in the kernel's context",
			kernel->name, index, kernel->facts->args[index].name, pointer);
	fcl_kernel_set_svm(kernel, index, mem, offset);
	fcl_object_unref(mem);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index,
					    const void *arg_value)
{
	struct fcl_kernel *the_kernel = fcl_api_kernel(kernel);
	const struct fcl_context *context;

	if (!the_kernel)
		return CL_INVALID_KERNEL;
	context = the_kernel->program->context;
	if (!context->svm_sides)
		return fcl_api_explain(context, CL_INVALID_OPERATION,
				       "no device of the context supports shared virtual memory");
	if (arg_index >= the_kernel->facts->nhost_args)
		return fcl_api_no_argument(the_kernel, arg_index);
	if (!takes_svm(&the_kernel->facts->args[arg_index]))
		return fcl_api_explain(context, CL_INVALID_ARG_VALUE,
				       "kernel %s, argument %u '%s' is not a pointer",
				       the_kernel->name, arg_index,
				       the_kernel->facts->args[arg_index].name);
	return svm_kernel_set_pointer(the_kernel, arg_index, arg_value);
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index,
							      const void *arg_value)
{
	return clSetKernelArgSVMPointer(kernel, arg_index, arg_value);
}

static cl_int svm_kernel_set_indirect(struct fcl_kernel *kernel, cl_uint type, size_t size,
				      const void *value)
{
	if (!value || size != sizeof(cl_bool))
		return CL_INVALID_VALUE;
	if (*(const cl_bool *)value && !kernel->program->context->svm_sides)
		return CL_INVALID_OPERATION;
	fcl_kernel_set_indirect(kernel, fcl_svm_type_bit(type), *(const cl_bool *)value);
	return CL_SUCCESS;
}

static cl_int set_others(struct fcl_kernel *kernel, size_t size, const void *value)
{
	size_t count = size / sizeof(void *);
	struct fcl_svm_set *set = NULL;
	int error;

	if (!kernel->program->context->svm_sides)
		return CL_INVALID_OPERATION;
	if (!size != !value || size % sizeof(void *) || count > UINT32_MAX)
		return CL_INVALID_VALUE;
	if (count) {
		error = fcl_svm_set_create(kernel->program->context, value, (uint32_t)count, &set);
		if (error)
			return error == -ENOMEM ? CL_OUT_OF_HOST_MEMORY : CL_INVALID_VALUE;
	}
	fcl_kernel_set_svm_set(kernel, set);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
				       size_t param_value_size, const void *param_value)
{
	struct fcl_kernel *the_kernel = fcl_api_kernel(kernel);

	if (!the_kernel)
		return CL_INVALID_KERNEL;
	switch (param_name) {
	case CL_KERNEL_EXEC_INFO_SVM_PTRS:
	case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
		return set_others(the_kernel, param_value_size, param_value);
	case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
		return svm_kernel_set_indirect(the_kernel, CL_MEM_TYPE_HOST_INTEL, param_value_size,
					       param_value);
	case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
		return svm_kernel_set_indirect(the_kernel, CL_MEM_TYPE_DEVICE_INTEL,
					       param_value_size, param_value);
	case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
		return svm_kernel_set_indirect(the_kernel, CL_MEM_TYPE_SHARED_INTEL,
					       param_value_size, param_value);
	case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
		if (!param_value || param_value_size != sizeof(cl_bool))
			return CL_INVALID_VALUE;
		/* No device supports fine-grained system SVM, so it can only be disabled. */
		return *(const cl_bool *)param_value ? CL_INVALID_OPERATION : CL_SUCCESS;
	default:
		return CL_INVALID_VALUE;
	}
}
