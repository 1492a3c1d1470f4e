/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_XILINX_H
#define FCL_API_XILINX_H

#include "runtime/api/api.h"

/*
 * Calls of XRT's OpenCL, as its CL/cl_ext_xilinx.h declares them. That header is not included: it
 * must be found before the loader's own headers.
 */

/* Where the buffer's first byte is on the device; from now on it stays there. */
cl_int CL_API_CALL xclGetMemObjDeviceAddress(cl_mem mem, cl_device_id device, size_t sz,
					     void *address);

/* A descriptor of the buffer's memory, which the host closes. */
cl_int CL_API_CALL xclGetMemObjectFd(cl_mem mem, int *fd);

#endif
