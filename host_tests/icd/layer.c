/* SPDX-License-Identifier: Apache-2.0 */

/* A loader's layer: counts the calls of three functions and passes every call on. */
#include <CL/cl.h>
#include <CL/cl_layer.h>
#include <stdatomic.h>
#include <string.h>

#include "host_tests/icd/layer.h"

static struct _cl_icd_dispatch layer;
static const struct _cl_icd_dispatch *next;
static _Atomic unsigned counts[FCL_LAYER_COUNTS];

__attribute__((visibility("default"))) unsigned fcl_layer_count(enum fcl_layer_call call)
{
	return atomic_load(&counts[call]);
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
					void *host_ptr, cl_int *errcode_ret)
{
	atomic_fetch_add(&counts[FCL_LAYER_CREATE_BUFFER], 1);
	return next->clCreateBuffer(context, flags, size, host_ptr, errcode_ret);
}

static cl_int CL_API_CALL enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint nwaits,
				       const cl_event *waits, cl_event *event)
{
	atomic_fetch_add(&counts[FCL_LAYER_ENQUEUE_TASK], 1);
	return next->clEnqueueTask(queue, kernel, nwaits, waits, event);
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
	atomic_fetch_add(&counts[FCL_LAYER_FINISH], 1);
	return next->clFinish(queue);
}

__attribute__((visibility("default"))) cl_int CL_API_CALL
clGetLayerInfo(cl_layer_info param_name, size_t param_value_size, void *param_value,
	       size_t *param_value_size_ret)
{
	cl_layer_api_version version = CL_LAYER_API_VERSION_100;

	if (param_name != CL_LAYER_API_VERSION ||
	    (param_value && param_value_size < sizeof(version)))
		return CL_INVALID_VALUE;
	if (param_value)
		memcpy(param_value, &version, sizeof(version));
	if (param_value_size_ret)
		*param_value_size_ret = sizeof(version);
	return CL_SUCCESS;
}

__attribute__((visibility("default"))) cl_int CL_API_CALL
clInitLayer(cl_uint num_entries, const struct _cl_icd_dispatch *target_dispatch,
	    cl_uint *num_entries_ret, const struct _cl_icd_dispatch **layer_dispatch_ret)
{
	cl_uint entries = sizeof(layer) / sizeof(void *);

	if (!target_dispatch || !num_entries_ret || !layer_dispatch_ret || num_entries < entries)
		return CL_INVALID_VALUE;
	next = target_dispatch;
	layer = *target_dispatch;
	layer.clCreateBuffer = create_buffer;
	layer.clEnqueueTask = enqueue_task;
	layer.clFinish = finish;
	*num_entries_ret = entries;
	*layer_dispatch_ret = &layer;
	return CL_SUCCESS;
}
