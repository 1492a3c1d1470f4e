/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_ARGS_H
#define FCL_CORE_ARGS_H

#include "runtime/core/kernel.h"

/* A block for a kernel: nothing set, room for every scalar. NULL when memory is short. */
struct fcl_args *fcl_args_create(struct fcl_kernel *kernel);

/* A block with the same values, for this kernel. NULL when memory is short. */
struct fcl_args *fcl_args_copy(const struct fcl_args *args, struct fcl_kernel *kernel);

/* Makes *args writable: copies it first if commands share it. -ENOMEM. */
int fcl_args_unshare(struct fcl_args **args);

/* Lets go of the buffers that were exchanged for others. */
void fcl_args_drop_previous(struct fcl_args *args);

/* Whether no command has the block, only its kernel. */
bool fcl_args_alone(const struct fcl_args *args);

/* A reference for a command. */
void fcl_args_share(struct fcl_args *args);

/* The kernel's own reference goes, with what is in stock. NULL is fine. */
void fcl_args_abandon(struct fcl_args *args);

/*
 * The values as the HAL takes them on a device side, wired streams left out: a shared array while
 * the buffers are where they were when it was made, else one in *own, which the caller frees. The
 * command has claimed its buffers. NULL when memory is short.
 */
struct fcl_hal_arg *fcl_args_resolve(struct fcl_args *args, uint32_t side, struct fcl_hal_arg **own,
				     uint32_t *ret_count);

#endif
