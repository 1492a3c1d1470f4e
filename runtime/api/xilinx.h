/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_XILINX_H
#define FCL_API_XILINX_H

#include "runtime/api/api.h"
#include "runtime/api/info.h"
#include "runtime/core/kernel.h"

/*
 * Calls and queries of XRT's OpenCL, as its CL/cl_ext_xilinx.h declares them. That header is not
 * included: it must be found before the loader's own headers.
 */

/* Where the buffer's first byte is on the device; from now on it stays there. */
cl_int CL_API_CALL xclGetMemObjDeviceAddress(cl_mem mem, cl_device_id device, size_t sz,
					     void *address);

/* A descriptor of the buffer's memory, which the host closes. */
cl_int CL_API_CALL xclGetMemObjectFd(cl_mem mem, int *fd);

/*
 * A buffer of all the memory behind such a descriptor, of this or another board or process, which
 * stays the host's to close. `device` alone has it. What others write there is seen by the next
 * command.
 */
cl_int CL_API_CALL xclGetMemObjectFromFd(cl_context context, cl_device_id device,
					 cl_mem_flags flags, int fd, cl_mem *mem);

/* A fact of the cu_id-th compute unit of the kernel, counted in the order of the image. */
cl_int CL_API_CALL xclGetComputeUnitInfo(cl_kernel kernel, cl_uint cu_id, cl_uint param_name,
					 size_t param_value_size, void *param_value,
					 size_t *param_value_size_ret);

/*
 * The vendor's names in clGetDeviceInfo, clGetKernelInfo, clGetKernelArgInfo and
 * clGetProgramBuildInfo. CL_INVALID_VALUE: a name that is none of theirs either.
 */
cl_int fcl_xilinx_device_info(const struct fcl_info *info, const struct fcl_device *device,
			      cl_device_info name);
cl_int fcl_xilinx_kernel_info(const struct fcl_info *info, const struct fcl_kernel *kernel,
			      cl_kernel_info name);
cl_int fcl_xilinx_arg_info(const struct fcl_info *info, const struct fcl_image_arg *arg,
			   cl_kernel_arg_info name);
cl_int fcl_xilinx_build_info(const struct fcl_info *info, const struct fcl_build *build,
			     cl_program_build_info name);

#endif
