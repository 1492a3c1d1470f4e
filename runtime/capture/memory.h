/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_MEMORY_H
#define FCL_CAPTURE_MEMORY_H

#include "runtime/capture/recording.h"
#include "runtime/capture/regions.h"

/*
 * Contents that the host writes and reads without a call: through mappings, memory that it has given
 * to buffers (CL_MEM_USE_HOST_PTR), and shared virtual memory. `event`: of the command, or NULL if
 * it has ended.
 */

/* Records the bytes, now if the call was `blocking`, otherwise when the event's command has ended. */
void fcl_readback(const struct fcl_call *call, unsigned index, uint64_t owner,
		  const struct fcl_box *box, bool blocking, const cl_event *event);

/*
 * Begins to store what a blocking write takes, if all says that the call will be successful: so it
 * takes no time of the program's. fcl_memory_data() ends it, or stores all; _no_data() drops it.
 */
void fcl_memory_write_early(struct fcl_call *call, cl_mem mem, bool blocking, size_t offset,
			    size_t size, const void *at);
void fcl_memory_data(struct fcl_call *call, unsigned index, const struct fcl_box *box);
void fcl_memory_no_data(struct fcl_call *call);

/* A memory object was created from these bytes, or on them. Also takes the vendor's ext_ptr. */
void fcl_memory_created(struct fcl_call *call, unsigned index, cl_mem mem, cl_mem_flags flags,
			const struct fcl_box *box);

void fcl_memory_mapped(const struct fcl_call *call, const struct fcl_region *region, bool blocking,
		       const cl_event *event);
void fcl_memory_unmap(struct fcl_call *call, unsigned index, cl_mem mem, const void *at);

/*
 * Mappings end before the call that unmaps them, since another thread may get the same address for a
 * new one before it has returned. Afterwards: it has failed, and they are there again; or not.
 */
void fcl_memory_unmapped(struct fcl_call *call, bool failed);

/*
 * Packets of a host pipe, which are mapped and unmapped one after the other: before the call, what
 * the host has written to the next `size` bytes; after it.
 */
void fcl_memory_lent(const struct fcl_call *call, cl_mem pipe, const void *at, size_t size);
void fcl_memory_give_back(struct fcl_call *call, unsigned index, cl_mem pipe, const void *at,
			  size_t size);
void fcl_memory_given_back(cl_mem pipe, const void *at, size_t size);

/* Buffers migrate to the device with what the host has written; and back. */
void fcl_memory_moved(struct fcl_call *call, const cl_mem *mems, size_t count,
		      cl_mem_migration_flags flags);
void fcl_memory_back(const struct fcl_call *call, const cl_mem *mems, size_t count,
		     cl_mem_migration_flags flags, const cl_event *event);

void fcl_memory_svm_allocated(const void *at, size_t size, cl_svm_mem_flags flags);
void fcl_memory_svm_freed(const void *at);
void fcl_memory_svm_freed_all(void *const *all, size_t count);
void fcl_memory_svm_mapped(const struct fcl_call *call, unsigned index, const void *at, size_t size,
			   cl_map_flags flags, bool blocking, const cl_event *event);
void fcl_memory_svm_unmap(struct fcl_call *call, unsigned index, const void *at);

/* The ends of a copy that are not shared virtual memory. */
void fcl_memory_svm_from(struct fcl_call *call, unsigned index, const void *at, size_t size);
void fcl_memory_svm_to(const struct fcl_call *call, unsigned index, const void *at, size_t size,
		       bool blocking, const cl_event *event);

/* What fine-grained allocations have when a kernel is launched. */
void fcl_memory_fine(struct fcl_call *call);

#endif
