/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_RANGE_H
#define FCL_TOOL_RANGE_H

#include "tools/fpgacl/run/plan.h"

/* Fills in what the command line leaves open of the range; refuses one that the kernel cannot have. */
int fcl_tool_plan_range(struct fcl_tool_launch *launch, struct fcl_err *err);

#endif
