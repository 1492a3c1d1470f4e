/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/pi/opencl.h"

/*
 * Both properties say where a compiler would like to place the buffer. Here the image determines
 * that.
 */
static bool are_places(const pi_mem_properties *properties)
{
	for (; properties && *properties; properties += 2)
		if (*properties != PI_MEM_PROPERTIES_CHANNEL &&
		    *properties != PI_MEM_PROPERTIES_ALLOC_BUFFER_LOCATION)
			return false;
	return true;
}

pi_result piMemBufferCreate(pi_context context, pi_mem_flags flags, size_t size, void *host_ptr,
			    pi_mem *mem, const pi_mem_properties *properties)
{
	if (!are_places(properties))
		return fcl_pi_refuse(CL_INVALID_VALUE, "a buffer: unknown property");
	FCL_PI_CREATE(mem, clCreateBuffer, context, flags, size, host_ptr);
}

pi_result piMemImageCreate(pi_context context, pi_mem_flags flags, const pi_image_format *format,
			   const pi_image_desc *desc, void *host_ptr, pi_mem *mem)
{
	FCL_PI_CREATE(mem, clCreateImage, context, flags, format, desc, host_ptr);
}

pi_result piMemGetInfo(pi_mem mem, pi_enum name, size_t size, void *value, size_t *size_ret)
{
	return FCL_PI_CALL(clGetMemObjectInfo, mem, name, size, value, size_ret);
}

pi_result piMemImageGetInfo(pi_mem image, pi_enum name, size_t size, void *value, size_t *size_ret)
{
	return FCL_PI_CALL(clGetImageInfo, image, name, size, value, size_ret);
}

pi_result piMemRetain(pi_mem mem)
{
	return FCL_PI_CALL(clRetainMemObject, mem);
}

pi_result piMemRelease(pi_mem mem)
{
	return FCL_PI_CALL(clReleaseMemObject, mem);
}

pi_result piMemBufferPartition(pi_mem buffer, pi_mem_flags flags, pi_enum type, void *info,
			       pi_mem *mem)
{
	FCL_PI_CREATE(mem, clCreateSubBuffer, buffer, flags, type, info);
}

pi_result piSamplerCreate(pi_context context, const pi_sampler_properties *properties,
			  pi_sampler *sampler)
{
	FCL_PI_CREATE(sampler, clCreateSamplerWithProperties, context, properties);
}

pi_result piSamplerGetInfo(pi_sampler sampler, pi_enum name, size_t size, void *value,
			   size_t *size_ret)
{
	return FCL_PI_CALL(clGetSamplerInfo, sampler, name, size, value, size_ret);
}

pi_result piSamplerRetain(pi_sampler sampler)
{
	return FCL_PI_CALL(clRetainSampler, sampler);
}

pi_result piSamplerRelease(pi_sampler sampler)
{
	return FCL_PI_CALL(clReleaseSampler, sampler);
}
