/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_RESOLVE_H
#define FCL_CORE_RESOLVE_H

#include "runtime/core/launches/change.h"

/*
 * Fills in a launch's argument values in the HAL's form for a device side, without wired streams.
 * They come from the block's array as long as its buffers have not moved since it was filled;
 * otherwise from an array that only this launch uses: its change's, or launch->own. The command has
 * claimed its buffers. False: out of memory.
 */
bool fcl_resolve(struct fcl_launch *launch, uint32_t side, struct fcl_hal_request *request);

/*
 * Whether the block's array has been filled for that side, and is still right for all buffers
 * except those of the arguments `except`; the caller has claimed the buffers. If a buffer has moved,
 * the block is marked as outdated.
 */
bool fcl_resolve_holds(struct fcl_args *args, uint32_t side, uint64_t except);

#endif
