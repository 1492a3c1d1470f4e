/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_VALUE_H
#define FCL_TOOL_VALUE_H

#include "tools/fpgacl/run/plan.h"

/* Parses "NAME=VALUE" or "NAME=FILE" and sets the named argument. */
int fcl_tool_plan_argument(struct fcl_tool_launch *launch, const char *text, struct fcl_err *err);
int fcl_tool_plan_output(struct fcl_tool_launch *launch, const char *text, struct fcl_err *err);

#endif
