/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PLAN_H
#define FCL_CORE_PLAN_H

#include "runtime/core/launches/fit.h"
#include "runtime/core/residency/residency.h"

/* A launch that is being issued. */
struct fcl_planning {
	struct fcl_event *event;
	struct fcl_launch *launch; /* of the event */
	struct fcl_fit fit;
	const struct fcl_image_kernel *facts;
	const uint32_t *cus; /* CUs that can run it with the buffers' current locations */
	uint32_t ncus;
	bool moves; /* no CU reaches every buffer at its current location */
	int error;  /* the error of a failed plan */
};

/*
 * Claims these arguments' buffers if all of them are in place, and every CU reaches them and is
 * connected to their pipes. Otherwise claims none.
 */
bool fcl_plan_claim_in_place(struct fcl_planning *planning, uint64_t args);

/*
 * Chooses the CUs and claims the buffers. Usually all data is in place and nothing moves. Until the
 * buffers are claimed, other commands may move them, or give them their first memory, so only a
 * choice made after that is final.
 */
enum fcl_plan fcl_plan_all(struct fcl_planning *planning, struct fcl_err *err);

/* Releases the claims on the buffers of launch->claimed. */
void fcl_plan_release(struct fcl_launch *launch, uint32_t side);

#endif
