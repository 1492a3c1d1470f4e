/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_ISSUE_H
#define FCL_CORE_ISSUE_H

#include "runtime/core/graph/command.h"
#include "runtime/core/residency/residency.h"

/*
 * Advances a command without pending predecessors as far as possible: to the board, to its end, or
 * to a list where it is parked until data, memory or an image is available. A parked command is
 * later issued from the start again; completed steps are skipped.
 */
void fcl_issue(struct fcl_event *event);

#endif
