/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_SVM_H
#define FCL_API_SVM_H

#include "runtime/api/common/enqueue.h"

/* Code shared by the calls on shared virtual memory and on unified shared memory. */

bool fcl_api_svm_alignment_valid(cl_uint alignment);
/* The bytes to allocate for `size` bytes with that alignment. */
size_t fcl_api_svm_room(size_t size, cl_uint alignment);

/*
 * These check the queue, the wait list and the other arguments, and enqueue a command of that type.
 */
cl_int fcl_api_svm_copy(cl_command_queue queue, cl_command_type type, void *target,
			const void *source, size_t size, const struct fcl_api_tail *tail);
cl_int fcl_api_svm_fill(cl_command_queue queue, cl_command_type type, void *pointer,
			const void *pattern, size_t pattern_size, size_t size,
			const struct fcl_api_tail *tail);
cl_int fcl_api_svm_migrate(cl_command_queue queue, cl_command_type type, cl_uint count,
			   const void *const *pointers, const size_t *sizes,
			   cl_mem_migration_flags flags, const struct fcl_api_tail *tail);

#endif
