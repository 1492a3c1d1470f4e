/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/pi/opencl.h"

/*
 * A PI object is the OpenCL object, so its native handle is the object itself. Getting a handle
 * does not retain it, and creating an object from a handle does not either, whether `owned` or not:
 * for the backend "opencl", DPC++'s runtime retains objects itself in both cases. The exception are
 * queues, which it does not retain; DPC++'s own plugin therefore does, and so does this one.
 */
static pi_result get_handle(const void *object, pi_native_handle *handle)
{
	if (!object || !handle)
		return fcl_pi_refuse(CL_INVALID_VALUE, "a native handle: expected two pointers");
	*handle = (pi_native_handle)object;
	return PI_SUCCESS;
}

/* `probe` is a query that fails if the handle does not have the type. */
#define MAKE(object, probe, name)                                                                  \
	do {                                                                                       \
		__typeof__(*(object)) made_ = (__typeof__(*(object)))handle;                       \
		pi_result result_;                                                                 \
		size_t size_;                                                                      \
		if (!(object))                                                                     \
			return fcl_pi_refuse(CL_INVALID_VALUE, "no pointer for the object");       \
		result_ = FCL_PI_CALL(probe, made_, name, 0, NULL, &size_);                        \
		if (!result_)                                                                      \
			*(object) = made_;                                                         \
		return result_;                                                                    \
	} while (0)

pi_result piextPlatformGetNativeHandle(pi_platform platform, pi_native_handle *handle)
{
	return get_handle(platform, handle);
}

pi_result piextPlatformCreateWithNativeHandle(pi_native_handle handle, pi_platform *platform)
{
	MAKE(platform, clGetPlatformInfo, CL_PLATFORM_NAME);
}

pi_result piextDeviceGetNativeHandle(pi_device device, pi_native_handle *handle)
{
	return get_handle(device, handle);
}

pi_result piextDeviceCreateWithNativeHandle(pi_native_handle handle, pi_platform platform,
					    pi_device *device)
{
	(void)platform;
	MAKE(device, clGetDeviceInfo, CL_DEVICE_TYPE);
}

pi_result piextContextGetNativeHandle(pi_context context, pi_native_handle *handle)
{
	return get_handle(context, handle);
}

pi_result piextContextCreateWithNativeHandle(pi_native_handle handle, pi_uint32 num_devices,
					     const pi_device *devices, bool owned,
					     pi_context *context)
{
	(void)num_devices;
	(void)devices;
	(void)owned;
	MAKE(context, clGetContextInfo, CL_CONTEXT_REFERENCE_COUNT);
}

pi_result piextQueueGetNativeHandle(pi_queue queue, pi_native_handle *handle)
{
	return get_handle(queue, handle);
}

/* A queue has only one kind of native handle. */
pi_result piextQueueGetNativeHandle_14_42(pi_queue queue, pi_native_handle *handle, int32_t *kind)
{
	pi_result result = get_handle(queue, handle);

	if (!result && kind)
		*kind = 0;
	return result;
}

pi_result piextQueueCreateWithNativeHandle(pi_native_handle handle, pi_context context,
					   pi_device device, bool owned, pi_queue *queue)
{
	pi_result result;

	(void)context;
	(void)device;
	(void)owned;
	if (!queue)
		return fcl_pi_refuse(CL_INVALID_VALUE, "no pointer for the object");
	result = FCL_PI_CALL(clRetainCommandQueue, (pi_queue)handle);
	if (!result)
		*queue = (pi_queue)handle;
	return result;
}

/* The queue already exists, with the properties with which it was created. */
pi_result piextQueueCreateWithNativeHandle_14_42(pi_native_handle handle, int32_t kind,
						 pi_context context, pi_device device, bool owned,
						 pi_queue_properties *properties, pi_queue *queue)
{
	(void)kind;
	(void)properties;
	return piextQueueCreateWithNativeHandle(handle, context, device, owned, queue);
}

pi_result piextMemGetNativeHandle(pi_mem mem, pi_native_handle *handle)
{
	return get_handle(mem, handle);
}

/* A buffer is one object for all devices. */
pi_result piextMemGetNativeHandle_15_48(pi_mem mem, pi_device device, pi_native_handle *handle)
{
	(void)device;
	return get_handle(mem, handle);
}

pi_result piextMemCreateWithNativeHandle(pi_native_handle handle, pi_context context, bool owned,
					 pi_mem *mem)
{
	(void)context;
	(void)owned;
	MAKE(mem, clGetMemObjectInfo, CL_MEM_TYPE);
}

pi_result piextMemImageCreateWithNativeHandle(pi_native_handle handle, pi_context context,
					      bool owned, const pi_image_format *format,
					      const pi_image_desc *desc, pi_mem *mem)
{
	(void)context;
	(void)owned;
	(void)format;
	(void)desc;
	MAKE(mem, clGetImageInfo, CL_IMAGE_FORMAT);
}

pi_result piextProgramGetNativeHandle(pi_program program, pi_native_handle *handle)
{
	return get_handle(program, handle);
}

pi_result piextProgramCreateWithNativeHandle(pi_native_handle handle, pi_context context,
					     bool owned, pi_program *program)
{
	(void)context;
	(void)owned;
	MAKE(program, clGetProgramInfo, CL_PROGRAM_REFERENCE_COUNT);
}

pi_result piextKernelGetNativeHandle(pi_kernel kernel, pi_native_handle *handle)
{
	return get_handle(kernel, handle);
}

pi_result piextKernelCreateWithNativeHandle(pi_native_handle handle, pi_context context,
					    pi_program program, bool owned, pi_kernel *kernel)
{
	(void)context;
	(void)program;
	(void)owned;
	MAKE(kernel, clGetKernelInfo, CL_KERNEL_REFERENCE_COUNT);
}

pi_result piextEventGetNativeHandle(pi_event event, pi_native_handle *handle)
{
	return get_handle(event, handle);
}

pi_result piextEventCreateWithNativeHandle(pi_native_handle handle, pi_context context, bool owned,
					   pi_event *event)
{
	(void)context;
	(void)owned;
	MAKE(event, clGetEventInfo, CL_EVENT_COMMAND_TYPE);
}
