/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PARK_H
#define FCL_CORE_PARK_H

#include "runtime/core/graph/command.h"

/* Commands that wait for a buffer are in a list of its root, linked by fcl_event.next_parked. */

/* Readies the commands in such a list. No lock may be held. */
void fcl_park_wake(struct fcl_event *parked);

/*
 * Unlocks the root, and readies all commands that wait for it: each checks again whether it has to
 * wait.
 */
void fcl_park_unlock(struct fcl_mem *root);

/* Parks a command until buffers can get memory on the device again. False: they already can. */
bool fcl_park_holdings(struct fcl_device *device, struct fcl_event *event);

#endif
