/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_EXTERNAL_H
#define FCL_API_EXTERNAL_H

#include "runtime/api/common/validate.h"

/* cl_khr_external_memory: the contents of a property list. */
struct fcl_api_external {
	bool given;
	int fd;
	uint64_t sides; /* sides of the devices that get the memory */
};

/*
 * Reads the properties of clCreateBufferWithProperties. CL_INVALID_PROPERTY, CL_INVALID_DEVICE;
 * CL_INVALID_VALUE (flags) or CL_INVALID_HOST_PTR for combinations that external memory excludes.
 */
cl_int fcl_api_external_read(const struct fcl_context *context, const cl_mem_properties *properties,
			     cl_mem_flags flags, const void *host_ptr,
			     struct fcl_api_external *ret_external);

/*
 * Imports the memory for a new buffer, and closes the descriptor. CL_INVALID_PROPERTY: the
 * descriptor does not refer to a buffer of that size.
 */
cl_int fcl_api_external_import(struct fcl_mem *mem, const struct fcl_api_external *external);

#endif
