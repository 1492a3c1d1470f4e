/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_BANK_H
#define FCL_API_BANK_H

#include "runtime/api/common/validate.h"

/*
 * The placement of a buffer, and clCreateBuffer's host_ptr after a cl_mem_ext_ptr_t has been
 * resolved.
 */
struct fcl_api_placement {
	void *host_ptr;
	uint32_t bank; /* as fcl_mem.wanted_bank */
	uint64_t
		room; /* bytes of that bank; UINT64_MAX: no bank is named, or its size is unknown */
	bool host_only; /* in memory shared by host and board */
	bool p2p;       /* while mapped, the host accesses the board's memory */
};

/*
 * Removes CL_MEM_EXT_PTR_XILINX from *flags, and reads the cl_mem_ext_ptr_t of CL/cl_ext_xilinx.h
 * that the flag announces: a DDR bank, an entry of the memory topology, or a kernel's argument.
 * CL_INVALID_VALUE: no such bank; CL_INVALID_KERNEL, CL_INVALID_ARG_INDEX; CL_INVALID_HOST_PTR:
 * there is no struct.
 */
cl_int fcl_api_placement_read(const struct fcl_context *context, cl_mem_flags *flags,
			      void *host_ptr, struct fcl_api_placement *ret_placement);

/*
 * For commands that need the buffer's memory on the queue's device, which may have smaller banks
 * than others of the context: CL_MEM_OBJECT_ALLOCATION_FAILURE if none can hold it.
 */
cl_int fcl_api_check_room(const struct fcl_queue *queue, const struct fcl_mem *mem);

#endif
