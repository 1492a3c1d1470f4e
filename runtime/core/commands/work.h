/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_WORK_H
#define FCL_CORE_WORK_H

#include "runtime/core/residency/residency.h"

/* The maximum number of uses of a command's work. */
uint32_t fcl_work_max_uses(const struct fcl_event *event);

/* Takes references to the objects of the work; fcl_work_drop() releases them. */
void fcl_work_retain(struct fcl_event *event);

/*
 * Fills in the byte ranges that a command other than a launch uses, with their sides and accesses;
 * returns their number.
 */
uint32_t fcl_work_uses(const struct fcl_event *event, struct fcl_use *uses);

/* Releases the command's claims and references. */
void fcl_work_drop(struct fcl_event *event);

/*
 * Releases only the claims, for a command that the board had no room for; it will be planned again.
 * The claims cannot be kept: an image that is being loaded waits for the claims on buffers that the
 * board would lose, and such commands may have to wait for that image.
 */
void fcl_work_postpone(struct fcl_event *event);

/*
 * The arguments of a launch inside the standing claim of `block`, which is its own block or its
 * base, that the claim does not cover; and the release of the launch's claims for these.
 */
uint64_t fcl_work_apart(const struct fcl_args *args, const struct fcl_args *block);
void fcl_work_release(const struct fcl_args *args, uint64_t which, uint32_t side);

/* The side of the queue's device, which is its bit in validity masks. */
uint32_t fcl_work_side(const struct fcl_event *event);

#endif
