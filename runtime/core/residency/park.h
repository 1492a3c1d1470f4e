/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PARK_H
#define FCL_CORE_PARK_H

#include "runtime/core/graph/event.h"

/* Commands that wait for a buffer hang in a list of its root, through fcl_event.next_parked. */

/* Readies a list of them. No lock is held. */
void fcl_park_wake(struct fcl_event *parked);

/* Unlocks the root and readies all that wait for it: each looks again whether it has to. */
void fcl_park_unlock(struct fcl_mem *root);

/* Parks a command until the device takes buffers again; false if it does already. */
bool fcl_park_holdings(struct fcl_device *device, struct fcl_event *event);

#endif
