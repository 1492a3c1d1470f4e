/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_CALLER_H
#define FCL_VX_CALLER_H

#include "runtime/openvx/base/context.h"

/* The node whose callback runs on a thread: calls from there are about its queue. */
struct fcl_vx_caller {
	vx_reference node;
	struct fcl_vx_queue *queue; /* NULL: the kernel is declared without VX_KERNEL_USE_OPENCL */
	const char *kernel;         /* its name */
};

/* Of this thread; NULL: no callback runs. */
const struct fcl_vx_caller *fcl_vx_caller(void);

/* Sets it, and returns the one before, which the caller sets again. */
const struct fcl_vx_caller *fcl_vx_caller_enter(const struct fcl_vx_caller *caller);

/*
 * The coordination queue of the caller: the global one, or that of the node whose callback calls.
 * VX_ERROR_NOT_SUPPORTED in callbacks of kernels without VX_KERNEL_USE_OPENCL.
 */
vx_status fcl_vx_coordination(vx_context context, struct fcl_vx_queue **ret_queue);

#endif
