/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_XILINX_INFO_H
#define FCL_API_XILINX_INFO_H

#include "runtime/api/common/api.h"
#include "runtime/api/common/info.h"
#include "runtime/core/kernels/kernel.h"

/*
 * Queries of XRT's OpenCL, as declared in its CL/cl_ext_xilinx.h. That header is not included,
 * because it would have to be found before the loader's own headers.
 */

/* Queries the cu_id-th compute unit of the kernel, in the order of the image. */
cl_int CL_API_CALL xclGetComputeUnitInfo(cl_kernel kernel, cl_uint cu_id, cl_uint param_name,
					 size_t param_value_size, void *param_value,
					 size_t *param_value_size_ret);

/*
 * The vendor's queries of clGetKernelInfo, clGetKernelArgInfo and clGetProgramBuildInfo.
 * CL_INVALID_VALUE: an unknown query.
 */
cl_int fcl_api_xilinx_kernel_info(const struct fcl_api_info *info, const struct fcl_kernel *kernel,
				  cl_kernel_info name);
cl_int fcl_api_xilinx_arg_info(const struct fcl_api_info *info, const struct fcl_image_arg *arg,
			       cl_kernel_arg_info name);
cl_int fcl_api_xilinx_build_info(const struct fcl_api_info *info, const struct fcl_build *build,
				 cl_program_build_info name);

#endif
