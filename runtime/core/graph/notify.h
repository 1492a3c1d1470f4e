/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_NOTIFY_H
#define FCL_CORE_NOTIFY_H

#include "runtime/core/graph/command.h"

/* Makes the callback thread run the event's callbacks whose status has been reached. */
void fcl_event_notify(struct fcl_event *event);

/* Prepares a new callback of the event for that. */
void fcl_event_notify_with(struct fcl_event *event, struct fcl_callback *callback);

#endif
