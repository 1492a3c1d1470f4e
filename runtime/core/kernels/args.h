/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_ARGS_H
#define FCL_CORE_ARGS_H

#include "runtime/core/kernels/kernel.h"

/*
 * A block for a kernel's launches, with no memory objects; all else is to be filled. It references
 * the kernel, whose lock is held. NULL when memory is short.
 */
struct fcl_args *fcl_args_create(struct fcl_kernel *kernel);

/* The kernel goes, and with it the blocks that it kept. */
void fcl_args_free_spares(struct fcl_kernel *kernel);

/* Whether no command has the kernel's block, whose lock is held. */
bool fcl_args_alone(const struct fcl_args *args);

/* A reference for a command; the kernel's lock is held. */
void fcl_args_share(struct fcl_args *args);

/*
 * The kernel's own reference goes, with what is in stock. It has the block no more. NULL is fine.
 */
void fcl_args_abandon(struct fcl_args *args);

/* From any thread, while a command has the block. */
void fcl_args_ref(struct fcl_args *args);
void fcl_args_unref(struct fcl_args *args);

#endif
