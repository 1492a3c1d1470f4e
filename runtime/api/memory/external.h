/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_EXTERNAL_H
#define FCL_API_EXTERNAL_H

#include "runtime/api/common/validate.h"

/* cl_khr_external_memory: what a list of properties says. */
struct fcl_api_external {
	bool given;
	int fd;
	uint64_t sides; /* of the devices that will have the memory */
};

/*
 * Reads the properties of clCreateBufferWithProperties. CL_INVALID_PROPERTY, CL_INVALID_DEVICE;
 * CL_INVALID_VALUE (flags) or CL_INVALID_HOST_PTR for what cannot be combined with external memory.
 */
cl_int fcl_api_external_read(const struct fcl_context *context, const cl_mem_properties *properties,
			     cl_mem_flags flags, const void *host_ptr,
			     struct fcl_api_external *ret_external);

/*
 * Imports the memory as that of a new buffer, and closes the descriptor. CL_INVALID_PROPERTY: the
 * descriptor is not one of a buffer of that size.
 */
cl_int fcl_api_external_import(struct fcl_mem *mem, const struct fcl_api_external *external);

#endif
