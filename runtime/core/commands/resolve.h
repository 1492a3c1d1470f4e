/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_RESOLVE_H
#define FCL_CORE_RESOLVE_H

#include "runtime/core/kernels/kernel.h"

/*
 * Returns the values as the HAL takes them on a device side, without wired streams: a shared array
 * while the buffers are where they were when it was filled, otherwise one in *own, which the caller
 * frees. The command has claimed its buffers. NULL: out of memory.
 */
struct fcl_hal_arg *fcl_resolve_args(struct fcl_args *args, uint32_t side, struct fcl_hal_arg **own,
				     uint32_t *ret_count);

#endif
