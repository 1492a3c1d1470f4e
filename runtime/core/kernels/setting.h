/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SETTING_H
#define FCL_CORE_SETTING_H

#include "runtime/core/kernels/kernel.h"

/*
 * Creates a new kernel's settings, with nothing set and room for every scalar. Its facts must be
 * set. -ENOMEM.
 */
int fcl_settings_create(struct fcl_kernel *kernel);

/* Copies the values to a clone, whose facts are those of `from`. -ENOMEM. */
int fcl_settings_copy(struct fcl_kernel *kernel, const struct fcl_kernel *from);

/* Sets a pipe that fits, or NULL for none: see fcl_kernel_set_pipe(). */
void fcl_settings_put_pipe(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *pipe);

/* Frees the settings of a kernel that is being destroyed; it may have none. */
void fcl_settings_destroy(struct fcl_kernel *kernel);

/*
 * The caller has validated the index, sizes and objects. A memory object is remembered, but
 * referenced only if the kernel retains its objects.
 */
void fcl_kernel_set_bytes(struct fcl_kernel *kernel, uint32_t index, const void *data, size_t size);
void fcl_kernel_set_mem(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *mem);
void fcl_kernel_set_local(struct fcl_kernel *kernel, uint32_t index, size_t size);

/* The same for a pointer to byte `offset` of an SVM allocation. */
void fcl_kernel_set_svm(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *svm,
			uint64_t offset);

/*
 * The same for an address in the allocation that the argument already points to, which saves the
 * lookup. False: the address is in another allocation, or in none.
 */
bool fcl_kernel_set_svm_again(struct fcl_kernel *kernel, uint32_t index, const void *pointer);

/* The kernel has a block with its settings. Its lock is held. */
void fcl_settings_forget_changes(struct fcl_kernel *kernel);

#endif
