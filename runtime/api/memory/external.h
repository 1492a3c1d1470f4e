/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_EXTERNAL_H
#define FCL_API_EXTERNAL_H

#include "runtime/api/common/validate.h"

/* cl_khr_external_memory: what a list of properties says. */
struct fcl_api_external {
	bool given;
	int fd;
	uint64_t sides; /* of the devices that are to have the memory */
};

/*
 * Reads the properties of clCreateBufferWithProperties. CL_INVALID_PROPERTY, CL_INVALID_DEVICE; for
 * what does not go with external memory CL_INVALID_VALUE (flags) or CL_INVALID_HOST_PTR.
 */
cl_int fcl_api_external_read(const struct fcl_context *context, const cl_mem_properties *properties,
			     cl_mem_flags flags, const void *host_ptr,
			     struct fcl_api_external *ret_external);

/* Gives a new buffer that memory, and closes the descriptor. CL_INVALID_PROPERTY: it is none of a
 * buffer of that size. */
cl_int fcl_api_external_import(struct fcl_mem *mem, const struct fcl_api_external *external);

#endif
