/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_STANDING_H
#define FCL_CORE_STANDING_H

#include "runtime/core/residency/residency.h"

/*
 * The standing claim of a block of values: one claim on all its buffers, held from launch to
 * launch, so that a launch with the arguments of the last one only counts itself in the block.
 * While it stands, the buffers stay where they are, so the list of CUs that reach them and the
 * arguments for the HAL stay valid. Where the newest bytes are may still change: a launch enters
 * only if all buffers are settled (fcl_mem.settled), and otherwise plans as the first one did.
 *
 * Launches with blocks derived from one (derived.h) enter the claim of their base for the buffers
 * that they borrow, and claim their own by themselves. If such a launch established it, the claim
 * leaves out (`apart`) the arguments that differ there, and they are claimed by each launch.
 *
 * A thread that wants to move a buffer, or to free its memory, revokes the claim: at once if no
 * launch is inside, otherwise the last launch to leave releases it. Both happen under the root's
 * lock, one buffer at a time. What a revoked claim still holds on other buffers is released when
 * these are wanted, or becomes part of the next standing claim.
 */

/* A block's claim on one buffer. It counts as one user of the side while it is linked. */
struct fcl_claim {
	struct fcl_args *args;
	struct fcl_claim *next, **link; /* in root->claims, under its lock; link NULL: not linked */
	struct fcl_mem *root;
	uint32_t arg;
	struct fcl_settled need; /* as of when it was linked */
};

/*
 * True: until fcl_standing_leave(), the launch has a claim on the buffers of all arguments but
 * `except` and args->apart, with args->cus, and with args->hal if nothing is left out.
 */
bool fcl_standing_enter(struct fcl_args *args, const struct fcl_kernel_instance *instance,
			uint64_t except);
void fcl_standing_leave(struct fcl_args *args);

/*
 * Establishes the standing claim for later launches. The caller is a launch that has claimed all
 * buffers of the block but those of `except`, and runs on these CUs of a side; if nothing is left
 * out, with args->hal. Does nothing if the claim is not worth its cost yet, or if a command waits
 * for one of the buffers.
 */
void fcl_standing_establish(struct fcl_args *args, const struct fcl_kernel_instance *instance,
			    uint32_t side, const uint32_t *cus, uint32_t ncus, uint64_t except);

/* Revokes all standing claims on the root, whose lock is held. */
void fcl_standing_revoke(struct fcl_mem *root);

#endif
