/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_RESOLVE_H
#define FCL_CORE_RESOLVE_H

#include "runtime/core/kernels/kernel.h"

/*
 * Fills in a launch's argument values in the HAL's form for a device side, without wired streams.
 * They come from an array shared by the block's launches as long as the buffers have not moved
 * since it was filled, otherwise from the launch's own array, *one. The command has claimed its
 * buffers; `inside` is the block whose standing claim it has entered, or NULL. False: out of
 * memory.
 */
bool fcl_resolve_args(struct fcl_args *args, uint32_t side, const struct fcl_args *inside,
		      struct fcl_hal_args **one, struct fcl_hal_request *request);

/* The same from the block's shared array, which the caller knows is valid. */
void fcl_resolve_shared(const struct fcl_args *args, struct fcl_hal_request *request);

/* Frees a launch's array, or keeps it for another launch; NULL is allowed. */
void fcl_resolve_release(struct fcl_args *args, struct fcl_hal_args *one);

/*
 * Whether the block's shared array has been filled for that side, and is still right for all
 * buffers except those of the arguments `except`; the caller has claimed the buffers. If a buffer
 * has moved, the block is marked as outdated.
 */
bool fcl_resolve_holds(struct fcl_args *args, uint32_t side, uint64_t except);

#endif
