/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_WORK_H
#define FCL_CORE_WORK_H

#include "runtime/core/residency/residency.h"

/* The maximum number of uses of a command's work. */
uint32_t fcl_work_max_uses(const struct fcl_event *event);

/*
 * Gives another event of a command buffer the same work, with references of its own; the original
 * may be running.
 */
void fcl_work_copy(struct fcl_event *copy, const struct fcl_event *event);

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

#endif
