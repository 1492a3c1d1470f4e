/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_LIMITS_H
#define FCL_API_LIMITS_H

/* Limits that device queries report and argument checks enforce. */
enum {
	FCL_API_WORK_DIMENSIONS = 3,
	FCL_API_WORK_GROUP_SIZE = 4096, /* work-items, in total and per dimension */
	FCL_API_GROUP_MULTIPLE = 8, /* CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE for OpenCL C */
	FCL_API_PATTERN_SIZE = 128, /* bytes, for clEnqueueFillBuffer */
	/*
	 * Alignment of a sub-buffer's origin, in bytes: the size of long16, the minimum that OpenCL
	 * allows, which is enough, as boards accept any offset in a buffer.
	 */
	FCL_API_ORIGIN_ALIGN = 128,
	FCL_API_LOCAL_MEM_SIZE = 65536,   /* bytes of local memory per work-group */
	FCL_API_PIPE_PACKET_SIZE = 65536, /* bytes */
	FCL_API_PIPE_ARGS = 128,          /* pipe arguments of a kernel */
	FCL_API_VARIABLE_SIZE = 1 << 20,  /* bytes of a program-scope variable */
	/* fpgaclc warns about kernels that exceed these, but boards accept them. */
	FCL_API_PARAMETER_SIZE = 4096, /* total bytes of a kernel's arguments */
	FCL_API_CONSTANT_ARGS = 256,
	FCL_API_CONSTANT_SIZE = 1 << 30, /* bytes of a __constant argument */
};

#endif
