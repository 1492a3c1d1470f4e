/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_RESOLVE_H
#define FCL_CORE_RESOLVE_H

#include "runtime/core/kernels/kernel.h"

/*
 * Fills in the values of a launch as the HAL takes them on a device side, without wired streams:
 * from a shared array while the buffers are where they were when it was filled, otherwise from that
 * of the launch, *one. The command has claimed its buffers; `inside`: the block whose standing
 * claim covers it, or NULL. False: out of memory.
 */
bool fcl_resolve_args(struct fcl_args *args, uint32_t side, const struct fcl_args *inside,
		      struct fcl_hal_args **one, struct fcl_hal_request *request);

/* The same from the block's shared array, which the caller knows to be valid. */
void fcl_resolve_shared(const struct fcl_args *args, struct fcl_hal_request *request);

/* Frees a launch's array, or keeps it for others; NULL is fine. */
void fcl_resolve_release(struct fcl_args *args, struct fcl_hal_args *one);

/*
 * Whether the block's shared array has been filled for that side, and all buffers but those of the
 * arguments `except` are where it says; the caller has claimed them. If they are not, the block is
 * outdated.
 */
bool fcl_resolve_holds(struct fcl_args *args, uint32_t side, uint64_t except);

#endif
