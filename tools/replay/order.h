/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_ORDER_H
#define FCL_REPLAY_ORDER_H

#include "tools/replay/replay.h"

/*
 * A call is recorded before it is made, so the order of the records is not always that of the
 * driver. If another thread's command of the same queue was recorded later, and had ended before
 * this call returned, it must be enqueued first: this one may wait for what comes later.
 */

#define FCL_NOT_LATE UINT64_MAX

/* The call after which that of this event, which has just begun, is to be made; or FCL_NOT_LATE. */
uint64_t fcl_order_after(const struct fcl_replay *replay, uint64_t event);

#endif
