/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_WORK_H
#define FCL_CORE_WORK_H

#include "runtime/core/residency/residency.h"

/* The most uses that the work of a command can have. */
uint32_t fcl_work_max_uses(const struct fcl_event *event);

/* Takes references to what the work refers to; fcl_work_drop() releases them. */
void fcl_work_retain(struct fcl_event *event);

/*
 * Fills in which bytes a command that is not a launch uses, where, and how; returns the number of
 * uses.
 */
uint32_t fcl_work_uses(const struct fcl_event *event, struct fcl_use *uses);

/* Releases what the command claimed and refers to. */
void fcl_work_drop(struct fcl_event *event);

/*
 * Releases only what it claimed, for a command that the board had no room for: it is planned again. An image
 * that is to be loaded waits for the claims on what the board would lose, and commands may have to
 * wait for the image before they are submitted again.
 */
void fcl_work_postpone(struct fcl_event *event);

/*
 * The arguments of a launch inside the standing claim of `block`, its own or its base, that the claim
 * does not cover; and the release of what the launch claimed for these.
 */
uint64_t fcl_work_apart(const struct fcl_args *args, const struct fcl_args *block);
void fcl_work_release(const struct fcl_args *args, uint64_t which, uint32_t side);

/* The side of the queue's device: its bit in the validity masks. */
uint32_t fcl_work_side(const struct fcl_event *event);

#endif
