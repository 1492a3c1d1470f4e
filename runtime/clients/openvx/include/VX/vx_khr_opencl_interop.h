/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VX_KHR_OPENCL_INTEROP_H
#define VX_KHR_OPENCL_INTEROP_H

/* vx_khr_opencl_interop: OpenVX and OpenCL share a context, queues and buffers. */

#include <CL/cl.h>
#include <VX/vx.h>

#define OPENVX_KHR_OPENCL_INTEROP "vx_khr_opencl_interop"

/* The handle or pointer is a cl_mem. */
#define VX_MEMORY_TYPE_OPENCL_BUFFER (VX_ENUM_BASE(VX_ID_KHRONOS, VX_ENUM_MEMORY_TYPE) + 0x2)
/* Read-only: a cl_context, a cl_command_queue. */
#define VX_CONTEXT_CL_CONTEXT (VX_ATTRIBUTE_BASE(VX_ID_KHRONOS, VX_TYPE_CONTEXT) + 0xF)
#define VX_CONTEXT_CL_COMMAND_QUEUE (VX_ATTRIBUTE_BASE(VX_ID_KHRONOS, VX_TYPE_CONTEXT) + 0x10)
/* Read-only: a cl_command_queue. */
#define VX_NODE_CL_COMMAND_QUEUE (VX_ATTRIBUTE_BASE(VX_ID_KHRONOS, VX_TYPE_NODE) + 0x9)
/* vx_bool; read-only after vxFinalizeKernel(). */
#define VX_KERNEL_USE_OPENCL (VX_ATTRIBUTE_BASE(VX_ID_KHRONOS, VX_TYPE_KERNEL) + 0x4)

#ifdef __cplusplus
extern "C" {
#endif

VX_API_ENTRY vx_context VX_API_CALL vxCreateContextFromCL(cl_context opencl_context,
							  cl_command_queue opencl_command_queue);

#ifdef __cplusplus
}
#endif

#endif
