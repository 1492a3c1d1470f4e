/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_STANDING_H
#define FCL_CORE_STANDING_H

#include "runtime/core/residency/residency.h"

/*
 * The standing claim of a block of values: one claim on all its buffers, held between launches, so
 * that a launch with the arguments of the previous one only has to count itself in the block. While
 * it stands, the buffers cannot move, so the list of CUs that reach them and the HAL's arguments
 * stay valid. However, which sides are current may change: a launch enters only if all buffers are
 * settled (fcl_mem.settled), and is otherwise planned, as the first one was.
 *
 * Launches with blocks derived from one (derived.h) enter the claim of their base for the buffers
 * that they borrow, and claim their own buffers individually. If such a launch established the
 * claim, it does not cover the arguments that differ there (`apart`), which each launch claims.
 *
 * A thread that needs to move a buffer, or free its memory, revokes the claim: at once if no launch
 * is inside, otherwise the last launch to leave releases it. Both happen under the root's lock, one
 * buffer at a time. What a revoked claim still holds on other buffers is released when those are
 * needed, or becomes part of the next standing claim.
 */

/* A block's claim on one buffer. While linked, it counts as one user of the side. */
struct fcl_claim {
	struct fcl_args *args;
	struct fcl_claim *next, **link; /* in root->claims, under its lock; link NULL: not linked */
	struct fcl_mem *root;
	uint32_t arg;
	struct fcl_settled need; /* as of the time it was linked */
};

/*
 * True: until fcl_standing_leave(), the launch has a claim on the buffers of all arguments except
 * `except` and args->apart, with args->cus, and with args->hal if no argument is excluded.
 */
bool fcl_standing_enter(struct fcl_args *args, const struct fcl_kernel_instance *instance,
			uint64_t except);
void fcl_standing_leave(struct fcl_args *args);

/*
 * Establishes the standing claim for later launches. The caller is a launch that has claimed all
 * buffers of the block except those of `except`, and runs on these CUs of a side, with args->hal if
 * no argument is excluded. Does nothing if the claim is not worth its cost yet, or if a command
 * waits for one of the buffers.
 */
void fcl_standing_establish(struct fcl_args *args, const struct fcl_kernel_instance *instance,
			    uint32_t side, const uint32_t *cus, uint32_t ncus, uint64_t except);

/* Revokes all standing claims on the root, whose lock is held. */
void fcl_standing_revoke(struct fcl_mem *root);

#endif
