/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_INDIRECT_H
#define FCL_CORE_INDIRECT_H

#include "runtime/core/kernels/kernel.h"

/*
 * Shared memory that a kernel accesses other than through its arguments: allocations that the host
 * has listed and, if the host says so, all existing allocations of some types.
 */

/* Sets the listed allocations; takes over the reference. */
void fcl_kernel_set_svm_set(struct fcl_kernel *kernel, struct fcl_svm_set *set);

/* Adds or removes a type, which is a bit of fcl_svm_type_bit(). */
void fcl_kernel_set_indirect(struct fcl_kernel *kernel, uint32_t type, bool on);

/* Before a launch of a kernel with such types: collects the existing allocations. -ENOMEM. */
int fcl_kernel_reach_indirect(struct fcl_kernel *kernel);

#endif
