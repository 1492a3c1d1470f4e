/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/memory/caller.h"

#include "runtime/clients/openvx/base/log.h"

static _Thread_local const struct fcl_vx_caller *current;

const struct fcl_vx_caller *fcl_vx_caller(void)
{
	return current;
}

const struct fcl_vx_caller *fcl_vx_caller_enter(const struct fcl_vx_caller *caller)
{
	const struct fcl_vx_caller *before = current;

	current = caller;
	return before;
}

vx_status fcl_vx_coordination(vx_context context, struct fcl_vx_queue **ret_queue)
{
	if (!current || current->node->context != context) {
		*ret_queue = &context->global;
		return VX_SUCCESS;
	}
	if (!current->queue)
		return fcl_vx_fail(current->node, VX_ERROR_NOT_SUPPORTED,
				   "\"%s\" uses OpenCL buffers, and is not declared with "
				   "VX_KERNEL_USE_OPENCL",
				   current->kernel);
	*ret_queue = current->queue;
	return VX_SUCCESS;
}
