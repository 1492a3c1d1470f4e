/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SVM_H
#define FCL_CORE_SVM_H

#include <CL/cl_ext.h>

#include "runtime/core/objects/mem.h"

/*
 * Shared virtual memory: the host and the devices that support it access an allocation at the same
 * address. It is a root buffer without a handle, whose sides there share one memory (fcl_mem.one),
 * so residency has nothing to move between them. The context finds an allocation by any address in
 * it.
 */

/*
 * Allocates memory for all devices of the context that support SVM, of which there is at least one.
 * -ENOMEM; -EOPNOTSUPP: no memory is accessible to all of them.
 */
int fcl_svm_alloc(struct fcl_context *context, cl_mem_flags flags, uint64_t size,
		  void **ret_pointer);

/*
 * The same for unified shared memory: `type` is CL_MEM_TYPE_…_INTEL, and `part` is the device that
 * it is for, or NULL.
 */
int fcl_svm_alloc_usm(struct fcl_context *context, cl_uint type, struct fcl_part *part,
		      uint64_t size, void **ret_pointer);

/*
 * Returns the allocation that contains the address, with a reference, and the offset in it; NULL:
 * none does.
 */
struct fcl_mem *fcl_svm_find(struct fcl_context *context, const void *pointer,
			     uint64_t *ret_offset);

/*
 * Frees the allocation that starts at this address; other addresses are ignored. The memory is kept
 * until the commands and kernels that refer to it have released it.
 */
void fcl_svm_free(struct fcl_context *context, const void *pointer);

/* Creates a buffer that aliases a part of an allocation, at `offset`. -ENOMEM. */
int fcl_svm_create_alias(struct fcl_mem *svm, cl_mem_flags flags, uint64_t offset, uint64_t size,
			 struct fcl_mem **ret_mem);

/* Returns whether the object is an SVM allocation, not a buffer that aliases one. */
static inline bool fcl_svm_is(const struct fcl_mem *mem)
{
	return mem->one && mem->root == mem;
}

/* Frees the memory of an allocation that is being destroyed. */
void fcl_svm_free_sides(struct fcl_mem *mem);

/*
 * The allocations that a kernel accesses other than through its arguments; immutable and reference
 * counted.
 */
struct fcl_svm_set;

/*
 * Creates a set from pointers; NULL pointers are skipped. -EINVAL: a pointer is in no allocation;
 * -ENOMEM.
 */
int fcl_svm_set_create(struct fcl_context *context, const void *const *pointers, uint32_t count,
		       struct fcl_svm_set **ret_set);

/*
 * Creates a set of all unified shared memory of the context whose type is in `types`, bits of
 * fcl_svm_type_bit(), plus the set `more`, which may be NULL. -ENOMEM.
 */
int fcl_svm_set_create_all(struct fcl_context *context, uint32_t types,
			   const struct fcl_svm_set *more, struct fcl_svm_set **ret_set);

/* A bit for each type of unified shared memory; 0 for other memory. */
static inline uint32_t fcl_svm_type_bit(cl_uint type)
{
	return type ? 1u << (type - CL_MEM_TYPE_HOST_INTEL) : 0;
}

struct fcl_svm_set *fcl_svm_set_ref(struct fcl_svm_set *set); /* NULL is allowed */
void fcl_svm_set_unref(struct fcl_svm_set *set);              /* NULL is allowed */

/*
 * Returns the HAL's buffers for the context's device `index`; none if it has no SVM. NULL is
 * allowed.
 */
struct fcl_hal_buffer *const *fcl_svm_set_buffers(const struct fcl_svm_set *set, uint32_t index,
						  uint32_t *ret_count);

#endif
