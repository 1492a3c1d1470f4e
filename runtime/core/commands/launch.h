/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_LAUNCH_H
#define FCL_CORE_LAUNCH_H

#include "runtime/core/graph/event.h"

/* Fills the work of a launch, which takes over the reference of `args`. */
void fcl_launch_prepare(struct fcl_event *event, struct fcl_args *args,
			const struct fcl_kernel_instance *instance,
			const struct fcl_hal_range *range);

/* Issues a launch, as fcl_issue() issues other commands: gate, CUs, buffers and arguments. */
void fcl_launch_issue(struct fcl_event *event);

#endif
