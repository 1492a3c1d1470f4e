/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "runtime/clients/pi/info.h"

pi_result piContextCreate(const pi_context_properties *properties, pi_uint32 num_devices,
			  const pi_device *devices,
			  void (*notify)(const char *text, const void *data, size_t size,
					 void *user_data),
			  void *user_data, pi_context *context)
{
	FCL_PI_CREATE(context, clCreateContext, properties, num_devices, devices, notify,
		      user_data);
}

enum { MOST_DEVICES = 64 };

static pi_result answer_atomics(const struct fcl_pi_answer *answer, pi_context context,
				pi_enum name)
{
	pi_device devices[MOST_DEVICES];
	size_t size = 0;
	pi_result result = FCL_PI_CALL(clGetContextInfo, context, CL_CONTEXT_DEVICES,
				       sizeof(devices), devices, &size);
	pi_uint32 count = (pi_uint32)(size / sizeof(pi_device));

	if (result)
		return result;
	switch (name) {
	case PI_CONTEXT_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES:
		return fcl_pi_answer_orders(answer, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, count,
					    devices);
	case PI_CONTEXT_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES:
		return fcl_pi_answer_orders(answer, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, count,
					    devices);
	case PI_CONTEXT_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES:
		return fcl_pi_answer_scopes(answer, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, count,
					    devices);
	default:
		return fcl_pi_answer_scopes(answer, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, count,
					    devices);
	}
}

/* Commands on rectangles of shared memory are composed of commands on rows. */
static pi_result answer_rectangles(const struct fcl_pi_answer *answer, pi_context context)
{
	pi_result result = FCL_PI_CALL(clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT, 0,
				       NULL, NULL);

	if (result)
		return result;
	return fcl_pi_answer_bool(answer, fcl_pi.extensions->clEnqueueMemcpyINTEL != NULL);
}

pi_result piContextGetInfo(pi_context context, pi_enum name, size_t size, void *value,
			   size_t *size_ret)
{
	struct fcl_pi_answer answer = {size, value, size_ret};

	switch (name) {
	case PI_CONTEXT_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES:
	case PI_CONTEXT_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES:
	case PI_CONTEXT_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES:
	case PI_CONTEXT_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES:
		return answer_atomics(&answer, context, name);
	case PI_CONTEXT_INFO_USM_FILL2D_SUPPORT:
	case PI_CONTEXT_INFO_USM_MEMSET2D_SUPPORT:
	case PI_CONTEXT_INFO_USM_MEMCPY2D_SUPPORT:
		return answer_rectangles(&answer, context);
	default:
		return FCL_PI_CALL(clGetContextInfo, context, name, size, value, size_ret);
	}
}

pi_result piContextRetain(pi_context context)
{
	return FCL_PI_CALL(clRetainContext, context);
}

pi_result piContextRelease(pi_context context)
{
	return FCL_PI_CALL(clReleaseContext, context);
}

/* OpenCL's callback also receives the context. */
struct deleter {
	void (*function)(void *user_data);
	void *user_data;
};

static void CL_CALLBACK run_deleter(cl_context context, void *user_data)
{
	struct deleter *deleter = user_data;

	(void)context;
	deleter->function(deleter->user_data);
	free(deleter);
}

pi_result piextContextSetExtendedDeleter(pi_context context, void (*function)(void *user_data),
					 void *user_data)
{
	struct deleter *deleter;
	pi_result result;

	if (!function)
		return fcl_pi_refuse(CL_INVALID_VALUE, "a context's deleter: no function");
	deleter = malloc(sizeof(*deleter));
	if (!deleter)
		return fcl_pi_refuse(CL_OUT_OF_HOST_MEMORY, "a context's deleter: out of memory");
	*deleter = (struct deleter){function, user_data};
	result = FCL_PI_CALL(clSetContextDestructorCallback, context, run_deleter, deleter);
	if (result)
		free(deleter);
	return result;
}
