/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "runtime/clients/pi/info.h"

pi_result piPlatformsGet(pi_uint32 num_entries, pi_platform *platforms, pi_uint32 *num_platforms)
{
	if ((!num_entries && platforms) || (!platforms && !num_platforms))
		return fcl_pi_refuse(CL_INVALID_VALUE,
				     "piPlatformsGet: expected a pointer to write to");
	if (platforms)
		platforms[0] = fcl_pi.platform;
	if (num_platforms)
		*num_platforms = 1;
	return PI_SUCCESS;
}

pi_result piPlatformGetInfo(pi_platform platform, pi_enum name, size_t size, void *value,
			    size_t *size_ret)
{
	struct fcl_pi_answer answer = {size, value, size_ret};
	pi_enum backend = PI_PLATFORM_BACKEND_OPENCL;
	pi_result result;

	if (name != PI_PLATFORM_INFO_BACKEND)
		return FCL_PI_CALL(clGetPlatformInfo, platform, name, size, value, size_ret);
	result = FCL_PI_CALL(clGetPlatformInfo, platform, CL_PLATFORM_NAME, 0, NULL, NULL);
	return result ? result : fcl_pi_answer(&answer, &backend, sizeof(backend));
}

/* For a runtime that queries all plugins, having no device of that type is not an error. */
pi_result piDevicesGet(pi_platform platform, pi_device_type type, pi_uint32 num_entries,
		       pi_device *devices, pi_uint32 *num_devices)
{
	cl_int code = fcl_pi.call->clGetDeviceIDs(platform, type, num_entries, devices,
						  num_devices);

	if (code == CL_DEVICE_NOT_FOUND) {
		if (num_devices)
			*num_devices = 0;
		return PI_SUCCESS;
	}
	return fcl_pi_done(code, "clGetDeviceIDs");
}

static pi_result answer_pci(const struct fcl_pi_answer *answer, pi_device device)
{
	cl_device_pci_bus_info_khr pci;
	pi_result result = FCL_PI_CALL(clGetDeviceInfo, device, CL_DEVICE_PCI_BUS_INFO_KHR,
				       sizeof(pci), &pci, NULL);
	char text[64];
	int length;

	if (result)
		return result;
	length = snprintf(text, sizeof(text), "%04x:%02x:%02x.%x", pci.pci_domain, pci.pci_bus,
			  pci.pci_device, pci.pci_function);
	return fcl_pi_answer(answer, text, (size_t)length + 1);
}

/*
 * The device has been checked. All devices have 64-bit atomics, one compute queue, and no images.
 */
static pi_result answer_device(const struct fcl_pi_answer *answer, pi_device device, pi_enum name)
{
	pi_int32 indices = 1;

	switch (name) {
	case PI_DEVICE_INFO_PCI_ADDRESS:
		return answer_pci(answer, device);
	case PI_DEVICE_INFO_IMAGE_SRGB:
	case PI_DEVICE_INFO_BUILD_ON_SUBDEVICE: /* a program exists for all parts of a board */
	case PI_DEVICE_INFO_BFLOAT16_MATH_FUNCTIONS:
	case PI_DEVICE_INFO_CUDA_ASYNC_BARRIER:
	case PI_DEVICE_INFO_SUPPORTS_FUSION:
	case PI_DEVICE_INFO_MEM_CHANNEL_SUPPORT:
	case PI_DEVICE_INFO_ESIMD_SUPPORT:
	case PI_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT:
	case PI_DEVICE_INFO_BINDLESS_IMAGES_SHARED_USM_SUPPORT:
	case PI_DEVICE_INFO_BINDLESS_IMAGES_1D_USM_SUPPORT:
	case PI_DEVICE_INFO_BINDLESS_IMAGES_2D_USM_SUPPORT:
	case PI_DEVICE_INFO_MIPMAP_SUPPORT:
	case PI_DEVICE_INFO_MIPMAP_ANISOTROPY_SUPPORT:
	case PI_DEVICE_INFO_MIPMAP_LEVEL_REFERENCE_SUPPORT:
	case PI_DEVICE_INFO_INTEROP_MEMORY_IMPORT_SUPPORT:
	case PI_DEVICE_INFO_INTEROP_MEMORY_EXPORT_SUPPORT:
	case PI_DEVICE_INFO_INTEROP_SEMAPHORE_IMPORT_SUPPORT:
	case PI_DEVICE_INFO_INTEROP_SEMAPHORE_EXPORT_SUPPORT:
		return fcl_pi_answer_bool(answer, false);
	case PI_DEVICE_INFO_ATOMIC_64: /* cl_khr_int64_base_atomics and extended_atomics */
		return fcl_pi_answer_bool(answer, true);
	case PI_DEVICE_INFO_MAX_COMPUTE_QUEUE_INDICES:
		return fcl_pi_answer(answer, &indices, sizeof(indices));
	case PI_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES:
		return fcl_pi_answer_orders(answer, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 1,
					    &device);
	case PI_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES:
		return fcl_pi_answer_scopes(answer, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 1,
					    &device);
	case PI_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES:
		return fcl_pi_answer_orders(answer, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, 1,
					    &device);
	case PI_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES:
		return fcl_pi_answer_scopes(answer, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, 1,
					    &device);
	default:
		return fcl_pi_refuse(CL_INVALID_VALUE, "piDeviceGetInfo: no attribute 0x%x", name);
	}
}

/* Names above OpenCL's range are PI's own. */
pi_result piDeviceGetInfo(pi_device device, pi_enum name, size_t size, void *value,
			  size_t *size_ret)
{
	struct fcl_pi_answer answer = {size, value, size_ret};
	pi_result result;

	if (name < 0x10000)
		return FCL_PI_CALL(clGetDeviceInfo, device, name, size, value, size_ret);
	result = FCL_PI_CALL(clGetDeviceInfo, device, CL_DEVICE_TYPE, 0, NULL, NULL);
	return result ? result : answer_device(&answer, device, name);
}

pi_result piDevicePartition(pi_device device, const pi_device_partition_property *properties,
			    pi_uint32 num_devices, pi_device *devices, pi_uint32 *num_devices_ret)
{
	return FCL_PI_CALL(clCreateSubDevices, device, properties, num_devices, devices,
			   num_devices_ret);
}

pi_result piDeviceRetain(pi_device device)
{
	return FCL_PI_CALL(clRetainDevice, device);
}

pi_result piDeviceRelease(pi_device device)
{
	return FCL_PI_CALL(clReleaseDevice, device);
}

/* OpenCL requires both pointers, PI only one of them. */
pi_result piGetDeviceAndHostTimer(pi_device device, uint64_t *device_time, uint64_t *host_time)
{
	cl_ulong of_device, of_host;
	pi_result result = FCL_PI_CALL(clGetDeviceAndHostTimer, device, &of_device, &of_host);

	if (result)
		return result;
	if (device_time)
		*device_time = of_device;
	if (host_time)
		*host_time = of_host;
	return PI_SUCCESS;
}
