/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_ISSUE_H
#define FCL_CORE_ISSUE_H

#include "runtime/core/graph/event.h"
#include "runtime/core/residency/residency.h"

/*
 * Takes a command with nothing left to wait for as far as it goes: to the board, to its end, or to
 * a list where it waits for bytes or for an image. Then it is issued again from the start; what was
 * done is not done twice.
 */
void fcl_issue(struct fcl_event *event);

/* Hands event->request, whose op and contents are filled, to the board. */
void fcl_issue_submit(struct fcl_event *event);

#endif
