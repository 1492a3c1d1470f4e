/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_RANGE_H
#define FCL_TOOL_RANGE_H

#include "tools/fpgacl/run/plan.h"

/*
 * Fills in the parts of the range that the command line leaves open. Rejects ranges that the kernel
 * does not support.
 */
int fcl_tool_plan_range(struct fcl_tool_launch *launch, struct fcl_err *err);

#endif
