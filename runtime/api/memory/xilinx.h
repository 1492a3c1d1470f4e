/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_XILINX_H
#define FCL_API_XILINX_H

#include "runtime/api/common/api.h"

/*
 * Calls and queries of XRT's OpenCL, as its CL/cl_ext_xilinx.h declares them. That header is not
 * included: it must be found before the loader's own headers.
 */

/*
 * Returns the address of the buffer's first byte on the device; from now on the buffer stays there.
 */
cl_int CL_API_CALL xclGetMemObjDeviceAddress(cl_mem mem, cl_device_id device, size_t sz,
					     void *address);

/* Returns a descriptor of the buffer's memory, which the host closes. */
cl_int CL_API_CALL xclGetMemObjectFd(cl_mem mem, int *fd);

/*
 * Creates a buffer of all the memory behind such a descriptor, of this or another board or process;
 * the host still closes the descriptor. Only `device` has the memory. The next command sees what
 * others write there.
 */
cl_int CL_API_CALL xclGetMemObjectFromFd(cl_context context, cl_device_id device,
					 cl_mem_flags flags, int fd, cl_mem *mem);

#endif
