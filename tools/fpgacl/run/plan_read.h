/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_PLAN_READ_H
#define FCL_TOOL_PLAN_READ_H

#include "tools/fpgacl/run/plan.h"

/*
 * Reads the options and the files that they name. Returns -EINVAL, -ERANGE or -EOVERFLOW for wrong
 * options, other errors for files. Free the plan even after a failure.
 */
int fcl_tool_plan_read(struct fcl_tool_plan *plan, int argc, char **argv, struct fcl_err *err);

void fcl_tool_plan_free(struct fcl_tool_plan *plan);

#endif
