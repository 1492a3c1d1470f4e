/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/program/xilinx_info.h"

#include <stdlib.h>

#include "runtime/api/common/validate.h"

/*
 * The values of CL/cl_ext_xilinx.h. Queries of a kernel's argument and of a compute unit share a
 * number. CL_MEM_BANK cannot be supported: its number became CL_MEM_USES_SVM_POINTER.
 */
enum {
	KERNEL_COMPUTE_UNIT_COUNT = 0x1300,    /* cl_uint */
	KERNEL_INSTANCE_BASE_ADDRESS = 0x1301, /* size_t per compute unit */
	KERNEL_ARG_OFFSET = 0x1320,            /* size_t */
	COMPUTE_UNIT_NAME = 0x1320,            /* char[] */
	COMPUTE_UNIT_INDEX = 0x1321,           /* cl_uint */
	COMPUTE_UNIT_CONNECTIONS = 0x1322,     /* cl_ulong per argument */
	COMPUTE_UNIT_BASE_ADDRESS = 0x1323,    /* size_t */
	PROGRAM_TARGET_TYPE = 0x1110,          /* cl_uint, one of the next four */
	PROGRAM_TARGET_TYPE_NONE = 0,
	PROGRAM_TARGET_TYPE_HW = 1,
	PROGRAM_TARGET_TYPE_SW_EMU = 2,
	PROGRAM_TARGET_TYPE_HW_EMU = 4
};

/* The query has no device, so the first one with the kernel is used. */
static const struct fcl_kernel_instance *first_instance(const struct fcl_kernel *kernel)
{
	const struct fcl_kernel_instance *instance = kernel->instances;

	while (!instance->image)
		instance++;
	return instance;
}

static cl_int answer_addresses(const struct fcl_api_info *info,
			       const struct fcl_kernel_instance *instance)
{
	size_t *addresses = calloc(instance->ncus + 1, sizeof(*addresses));
	cl_int error;

	if (!addresses)
		return CL_OUT_OF_HOST_MEMORY;
	for (uint32_t i = 0; i < instance->ncus; i++)
		addresses[i] = instance->image->cus[instance->cus[i]].base;
	error = fcl_api_info_bytes(info, addresses, instance->ncus * sizeof(*addresses));
	free(addresses);
	return error;
}

cl_int fcl_api_xilinx_kernel_info(const struct fcl_api_info *info, const struct fcl_kernel *kernel,
				  cl_kernel_info name)
{
	switch (name) {
	case KERNEL_COMPUTE_UNIT_COUNT:
		return fcl_api_info_uint(info, first_instance(kernel)->ncus);
	case KERNEL_INSTANCE_BASE_ADDRESS:
		return answer_addresses(info, first_instance(kernel));
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int fcl_api_xilinx_arg_info(const struct fcl_api_info *info, const struct fcl_image_arg *arg,
			       cl_kernel_arg_info name)
{
	return name == KERNEL_ARG_OFFSET ? fcl_api_info_size(info, arg->offset) : CL_INVALID_VALUE;
}

static cl_uint xilinx_info_target_of(const struct fcl_image *image)
{
	if (!image)
		return PROGRAM_TARGET_TYPE_NONE;
	switch (image->target) {
	case FCL_TARGET_SW_EMU:
		return PROGRAM_TARGET_TYPE_SW_EMU;
	case FCL_TARGET_HW_EMU:
		return PROGRAM_TARGET_TYPE_HW_EMU;
	default:
		return PROGRAM_TARGET_TYPE_HW;
	}
}

cl_int fcl_api_xilinx_build_info(const struct fcl_api_info *info, const struct fcl_build *build,
				 cl_program_build_info name)
{
	return name == PROGRAM_TARGET_TYPE
		       ? fcl_api_info_uint(info, xilinx_info_target_of(build->image))
		       : CL_INVALID_VALUE;
}

/* One bit per argument and entry of the memory topology that the unit reaches. */
static cl_int answer_connections(const struct fcl_api_info *info, const struct fcl_image *image,
				 uint32_t cu)
{
	uint32_t nargs = image->kernels[image->cus[cu].kernel].nhost_args;
	cl_ulong *masks = calloc(nargs + 1, sizeof(*masks));
	cl_int error;

	if (!masks)
		return CL_OUT_OF_HOST_MEMORY;
	for (uint32_t i = 0; i < image->nconnections; i++) {
		const struct fcl_image_connection *connection = &image->connections[i];

		/* The result's type has only 64 bits, for the first 64 entries. */
		if (connection->cu == cu && connection->arg < nargs && connection->mem < 64)
			masks[connection->arg] |= (cl_ulong)1 << connection->mem;
	}
	error = fcl_api_info_bytes(info, masks, nargs * sizeof(*masks));
	free(masks);
	return error;
}

cl_int CL_API_CALL xclGetComputeUnitInfo(cl_kernel kernel, cl_uint cu_id, cl_uint param_name,
					 size_t param_value_size, void *param_value,
					 size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	const struct fcl_kernel *the_kernel = fcl_api_kernel(kernel);
	const struct fcl_kernel_instance *instance;
	uint32_t cu;

	if (!the_kernel)
		return CL_INVALID_KERNEL;
	instance = first_instance(the_kernel);
	if (cu_id >= instance->ncus)
		return CL_INVALID_VALUE;
	cu = instance->cus[cu_id];
	switch (param_name) {
	case COMPUTE_UNIT_NAME:
		return fcl_api_info_string(&info, instance->image->cus[cu].name);
	case COMPUTE_UNIT_INDEX:
		return fcl_api_info_uint(&info, cu);
	case COMPUTE_UNIT_CONNECTIONS:
		return answer_connections(&info, instance->image, cu);
	case COMPUTE_UNIT_BASE_ADDRESS:
		return fcl_api_info_size(&info, instance->image->cus[cu].base);
	default:
		return CL_INVALID_VALUE;
	}
}
