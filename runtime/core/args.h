/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_ARGS_H
#define FCL_CORE_ARGS_H

#include "runtime/core/kernel.h"

/* A block for a kernel: nothing set, room for every scalar. NULL when memory is short. */
struct fcl_args *fcl_args_create(const struct fcl_image_kernel *facts);

/* A block of one's own with the same values. NULL when memory is short. */
struct fcl_args *fcl_args_copy(const struct fcl_args *args);

/* Makes *args writable: copies it first if commands share it. -ENOMEM. */
int fcl_args_unshare(struct fcl_args **args);

/* Lets go of the buffers that were exchanged for others. */
void fcl_args_drop_previous(struct fcl_args *args);

#endif
