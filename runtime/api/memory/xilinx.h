/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_XILINX_H
#define FCL_API_XILINX_H

#include "runtime/api/common/api.h"

/*
 * Functions and queries of XRT's OpenCL, as declared in its CL/cl_ext_xilinx.h. That header is not
 * included, because it would have to be found before the loader's own headers.
 */

/*
 * Returns the address of the buffer's first byte on the device; from then on, the buffer is never
 * moved.
 */
cl_int CL_API_CALL xclGetMemObjDeviceAddress(cl_mem mem, cl_device_id device, size_t sz,
					     void *address);

/* Returns a descriptor of the buffer's memory, which the host has to close. */
cl_int CL_API_CALL xclGetMemObjectFd(cl_mem mem, int *fd);

/*
 * Creates a buffer of all the memory behind such a descriptor, from this or another board or
 * process; the host still has to close the descriptor. Only `device` has the memory. The next
 * command sees data that others wrote there.
 */
cl_int CL_API_CALL xclGetMemObjectFromFd(cl_context context, cl_device_id device,
					 cl_mem_flags flags, int fd, cl_mem *mem);

#endif
