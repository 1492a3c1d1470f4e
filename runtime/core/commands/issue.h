/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_ISSUE_H
#define FCL_CORE_ISSUE_H

#include "runtime/core/graph/event.h"
#include "runtime/core/residency/residency.h"

/*
 * Takes a command with no pending predecessors as far as it goes: to the board, to its end, or to a
 * list where it is parked until bytes, memory or an image are there. From that list it is issued
 * again from the start; steps that were done are skipped.
 */
void fcl_issue(struct fcl_event *event);

/* Submits event->request, whose op and contents are filled, to the board. */
void fcl_issue_submit(struct fcl_event *event);

#endif
