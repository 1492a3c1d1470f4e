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
 * Launches that change some of the block's values (change.h) enter its claim for the buffers that
 * they borrow, and claim their own buffers individually. If such a launch established the claim, it
 * does not cover the arguments that differ there (`apart`), which each launch claims.
 *
 * A thread that needs to move a buffer, or free its memory, revokes the claim: at once if no launch
 * is inside, otherwise the last launch to leave releases it. Both happen under the root's lock, one
 * buffer at a time. What a revoked claim still holds on other buffers is released when those are
 * needed, or becomes part of the next standing claim.
 */

struct fcl_claim;

struct fcl_standing {
	_Atomic uint32_t word;     /* launches inside, and bits: see standing.c */
	_Atomic uint32_t launches; /* launches that were planned individually */
	/* Set by the first launch that establishes the claim; `claims` is NULL until then. */
	const struct fcl_kernel_instance *instance;
	struct fcl_claim *claims; /* from malloc */
	uint32_t nclaims, side;
	uint64_t apart; /* bits of arguments that the claim does not cover */
	const uint32_t *cus;
	uint32_t *own_cus; /* from malloc; NULL: `cus` is the instance's list */
	uint32_t ncus;
};

/* The claim on one buffer. While linked, it counts as one user of the side. */
struct fcl_claim {
	struct fcl_standing *standing;
	struct fcl_claim *next, **link; /* in root->claims, under its lock; link NULL: not linked */
	struct fcl_mem *mem;
	uint32_t arg;
	struct fcl_settled need; /* as of the time it was linked */
};

/* What a launch has claimed: all buffers of the values except those of the arguments `except`. */
struct fcl_claimed {
	const struct fcl_arg_value *values;
	uint32_t nvalues, side;
	const struct fcl_kernel_instance *instance;
	const uint32_t *cus; /* on which it runs */
	uint32_t ncus;
	uint64_t except;
};

/*
 * True: until fcl_standing_leave(), the launch has a claim on the buffers of all arguments except
 * `except` and standing->apart, with standing->cus, and with the block's arguments in the HAL's
 * form if no argument is excluded.
 */
bool fcl_standing_enter(struct fcl_standing *standing, const struct fcl_kernel_instance *instance,
			uint64_t except);
void fcl_standing_leave(struct fcl_standing *standing);

/*
 * Establishes the claim for later launches with these values. Does nothing if it is not worth its
 * cost yet, or if a command waits for one of the buffers.
 */
void fcl_standing_establish(struct fcl_standing *standing, const struct fcl_claimed *claimed);

/* Gives up the claim of a block that is being freed. */
void fcl_standing_end(struct fcl_standing *standing);

/* Revokes all standing claims on the root, whose lock is held. */
void fcl_standing_revoke(struct fcl_mem *root);

#endif
