/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SVM_H
#define FCL_CORE_SVM_H

#include "runtime/core/objects/mem.h"

/*
 * Shared virtual memory: the host and the devices that have it reach an allocation at one address.
 * It is a root buffer without a handle, whose sides for these are one memory (fcl_mem.one), so that
 * residency has nothing to move among them. The context finds allocations by any address in them.
 */

/* For all devices of the context that have SVM; there is one. -ENOMEM. */
int fcl_svm_alloc(struct fcl_context *context, cl_mem_flags flags, uint64_t size,
		  void **ret_pointer);

/* The allocation that holds the address, with a reference, and where in it; NULL if none does. */
struct fcl_mem *fcl_svm_find(struct fcl_context *context, const void *pointer,
			     uint64_t *ret_offset);

/*
 * Frees what begins at this address; others are left alone. The memory stays until the commands and
 * kernels that refer to it are done with it.
 */
void fcl_svm_free(struct fcl_context *context, const void *pointer);

/* A buffer over a part of an allocation: the same bytes, at `offset`. -ENOMEM. */
int fcl_svm_create_alias(struct fcl_mem *svm, cl_mem_flags flags, uint64_t offset, uint64_t size,
			 struct fcl_mem **ret_mem);

/* Whether the argument is an SVM pointer, not a buffer made of one. */
static inline bool fcl_svm_is(const struct fcl_mem *mem)
{
	return mem->one && mem->root == mem;
}

/* Gives back the memory of an allocation that is being destroyed. */
void fcl_svm_free_sides(struct fcl_mem *mem);

/* The allocations that a kernel reaches other than by its arguments; constant, shared, counted. */
struct fcl_svm_set;

/* -EINVAL: some pointer lies in no allocation (NULL is left out); -ENOMEM. */
int fcl_svm_set_create(struct fcl_context *context, const void *const *pointers, uint32_t count,
		       struct fcl_svm_set **ret_set);
struct fcl_svm_set *fcl_svm_set_ref(struct fcl_svm_set *set); /* NULL is fine */
void fcl_svm_set_unref(struct fcl_svm_set *set);              /* NULL is fine */

/* As the HAL takes them for the context's device `index`: none if that has no SVM. NULL is fine. */
struct fcl_hal_buffer *const *fcl_svm_set_buffers(const struct fcl_svm_set *set, uint32_t index,
						  uint32_t *ret_count);

#endif
