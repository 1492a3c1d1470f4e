/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_STANDING_H
#define FCL_CORE_STANDING_H

#include "runtime/core/residency/residency.h"

/*
 * The standing claim of a block of values: one for all its buffers, held from launch to launch, so
 * that a launch with the arguments of the last one counts itself in the block and is through. As
 * long as it stands, the buffers stay where they are; so the CUs that reach them and what the HAL
 * is given stay true as well. What does not stay true is where the newest bytes are: a launch
 * enters only if they are all settled (fcl_mem.settled), and else plans as its first one did.
 *
 * Whoever wants to move a buffer, or to give its memory back, revokes the claim: at once if no
 * launch is inside, else the last one to leave gives it up. Both happen under the root's lock, one
 * buffer at a time; what is left of a revoked claim on others is revoked when they are wanted, or
 * is part of the next one.
 */

/* A block's claim on one buffer. It counts as one user of the side while it is linked. */
struct fcl_claim {
	struct fcl_args *args;
	struct fcl_claim *next, **link; /* in root->claims, under its lock; link NULL: not linked */
	struct fcl_mem *root;
	struct fcl_settled need;
};

/* True: the launch is inside, with args->hal and args->cus, until fcl_standing_leave(). */
bool fcl_standing_enter(struct fcl_args *args, const struct fcl_kernel_instance *instance);
void fcl_standing_leave(struct fcl_args *args);

/*
 * A launch that has claimed all buffers of the block, and runs on these CUs with args->hal on a
 * side, makes the claim stand for those to come. Nothing if that is not worth it yet, or if
 * somebody waits for one of the buffers.
 */
void fcl_standing_establish(struct fcl_args *args, const struct fcl_kernel_instance *instance,
			    uint32_t side, const uint32_t *cus, uint32_t ncus);

/* What launches to come have claimed of the root, whose lock is held, is given up. */
void fcl_standing_revoke(struct fcl_mem *root);

#endif
