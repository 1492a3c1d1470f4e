/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_CLAIM_H
#define FCL_CORE_CLAIM_H

#include "runtime/core/residency/residency.h"

/*
 * Claims a device side of the whole buffer without taking the lock. True: all data is in place, and
 * a write would make no other copy stale; the claim is released like any other. False: nothing is
 * claimed, and fcl_residency_plan() has to decide.
 */
bool fcl_residency_claim_settled(struct fcl_mem *mem, uint32_t side, enum fcl_access access);

/* Releases a command's claim on device side `side` of the buffer. */
void fcl_residency_release(struct fcl_mem *mem, uint32_t side);

/*
 * Whether commands use a side, which can then be neither moved nor freed. The root's lock is held;
 * until it is released, fcl_residency_claim_settled() cannot claim the side. Standing claims
 * (standing.h) do not count: they are revoked.
 */
bool fcl_residency_in_use(struct fcl_mem *root, const struct fcl_device_side *side);

/* Whether a side has memory. */
enum fcl_side_memory {
	FCL_MEMORY_THERE,
	FCL_MEMORY_CLOSED, /* none until the board has been programmed (holdings.h) */
	FCL_MEMORY_FAILED,
};

/*
 * Makes sure that a side has memory; its contents stay undefined. The root's lock is held before
 * and after, but not across the HAL; the buffer is not busy. *error is written only if this FAILED:
 * a negative errno; -ENOSPC: the bank is full.
 */
enum fcl_side_memory fcl_residency_make_side(struct fcl_mem *root, const struct fcl_use *use,
					     int *error, struct fcl_err *err);

/* Waits until no data of the root is being moved. Its lock is held before and after. */
void fcl_residency_wait(struct fcl_mem *root);

/* The board's bank for a buffer's first use on a device by anything but a kernel. */
uint32_t fcl_residency_first_bank(struct fcl_device *device, struct fcl_mem *root);

#endif
