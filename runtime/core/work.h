/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_WORK_H
#define FCL_CORE_WORK_H

#include "runtime/core/residency.h"

/* How many uses the work of a command has at most. */
uint32_t fcl_work_max_uses(const struct fcl_event *event);

/* The bank for a buffer's first use on a device, other than by a kernel. */
uint32_t fcl_work_first_bank(struct fcl_device *device, struct fcl_mem *root);

/* References to what the work refers to, as those that fcl_event_drop_work() lets go of. */
void fcl_work_retain(struct fcl_event *event);

/* Which bytes a command that is no launch uses, where, and how; returns how many uses it filled. */
uint32_t fcl_work_uses(const struct fcl_event *event, struct fcl_use *uses);

#endif
