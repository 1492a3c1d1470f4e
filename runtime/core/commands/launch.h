/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_LAUNCH_H
#define FCL_CORE_LAUNCH_H

#include "runtime/core/graph/event.h"

/* Fills in the work of a launch, and takes over the reference to `args`. */
void fcl_launch_prepare(struct fcl_event *event, struct fcl_args *args,
			const struct fcl_kernel_instance *instance,
			const struct fcl_hal_range *range);

/* Issues a launch: passes the gate, then chooses CUs and prepares buffers and arguments. */
void fcl_launch_issue(struct fcl_event *event);

#endif
