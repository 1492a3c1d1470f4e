/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_LIMITS_H
#define FCL_API_LIMITS_H

/* Limits that device queries report and argument checks enforce. */
enum {
	FCL_API_WORK_DIMENSIONS = 3,
	FCL_API_WORK_GROUP_SIZE = 4096, /* work-items, in all and in each dimension */
	FCL_API_GROUP_MULTIPLE = 8, /* CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE in OpenCL C */
	FCL_API_PATTERN_SIZE = 128, /* bytes, of clEnqueueFillBuffer */
	/*
	 * Alignment of a sub-buffer's origin, in bytes: the size of long16, the least that OpenCL
	 * allows. It is enough, since boards take any offset into a buffer.
	 */
	FCL_API_ORIGIN_ALIGN = 128,
	FCL_API_LOCAL_MEM_SIZE = 65536,   /* bytes of local memory of a work-group */
	FCL_API_PIPE_PACKET_SIZE = 65536, /* bytes */
	FCL_API_PIPE_ARGS = 128,          /* of a kernel */
	FCL_API_VARIABLE_SIZE = 1 << 20,  /* bytes of a variable outside of functions */
	/* fpgaclc warns of kernels beyond these, which boards take all the same. */
	FCL_API_PARAMETER_SIZE = 4096, /* bytes of all arguments of a kernel */
	FCL_API_CONSTANT_ARGS = 256,
	FCL_API_CONSTANT_SIZE = 1 << 30, /* bytes of a __constant argument */
};

#endif
