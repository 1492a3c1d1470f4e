/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_EXTERNAL_H
#define FCL_API_EXTERNAL_H

#include "runtime/api/info.h"
#include "runtime/api/validate.h"

/* cl_khr_external_memory: what a list of properties says. */
struct fcl_external {
	bool given;
	int fd;
	uint64_t sides; /* of the devices that are to have the memory */
};

/*
 * Reads the properties of clCreateBufferWithProperties. CL_INVALID_PROPERTY, CL_INVALID_DEVICE; for
 * what does not go with external memory CL_INVALID_VALUE (flags) or CL_INVALID_HOST_PTR.
 */
cl_int fcl_external_read(const struct fcl_context *context, const cl_mem_properties *properties,
			 cl_mem_flags flags, const void *host_ptr,
			 struct fcl_external *ret_external);

/* Gives a new buffer that memory, and closes the descriptor. CL_INVALID_PROPERTY: it is none of a
 * buffer of that size. */
cl_int fcl_external_import(struct fcl_mem *mem, const struct fcl_external *external);

bool fcl_external_has(const struct fcl_device *device);

/* CL_DEVICE_…, CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR. */
cl_int fcl_external_types(const struct fcl_info *info, bool has);

#endif
