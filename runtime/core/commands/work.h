/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_WORK_H
#define FCL_CORE_WORK_H

#include "runtime/core/residency/residency.h"

/* How many uses the work of a command has at most. */
uint32_t fcl_work_max_uses(const struct fcl_event *event);

/* Takes references to what the work refers to; fcl_work_drop() releases them. */
void fcl_work_retain(struct fcl_event *event);

/* Which bytes a command that is no launch uses, where, and how; returns how many uses it filled. */
uint32_t fcl_work_uses(const struct fcl_event *event, struct fcl_use *uses);

/* Releases what the command claimed and refers to. */
void fcl_work_drop(struct fcl_event *event);

/* The bit of the validity masks for the queue's device. */
uint32_t fcl_work_side(const struct fcl_event *event);

#endif
