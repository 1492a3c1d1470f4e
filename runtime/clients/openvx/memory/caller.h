/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_CALLER_H
#define FCL_VX_CALLER_H

#include "runtime/clients/openvx/base/context.h"

/* The node whose callback runs on a thread. Calls from the callback refer to that node's queue. */
struct fcl_vx_caller {
	vx_reference node;
	struct fcl_vx_queue *queue; /* NULL: the kernel was declared without VX_KERNEL_USE_OPENCL */
	const char *kernel;         /* its name */
};

/* This thread's caller record; NULL: no callback is running. */
const struct fcl_vx_caller *fcl_vx_caller(void);

/* Sets the record and returns the previous one, which must be restored afterwards. */
const struct fcl_vx_caller *fcl_vx_caller_enter(const struct fcl_vx_caller *caller);

/*
 * The coordination queue of the caller: the global one, or that of the node whose callback is
 * running. Returns VX_ERROR_NOT_SUPPORTED in callbacks of kernels without VX_KERNEL_USE_OPENCL.
 */
vx_status fcl_vx_coordination(vx_context context, struct fcl_vx_queue **ret_queue);

#endif
