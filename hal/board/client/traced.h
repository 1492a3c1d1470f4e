/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_TRACED_H
#define FCL_BD_CLIENT_TRACED_H

#include "hal/board/client/device.h"

/*
 * What the executor does appears in the client's trace: it gets the file, and writes executions,
 * waits for turns, and swaps to it.
 */

/* For each executor, when the board's facts are known; does nothing while nothing is traced. */
void fcl_bd_trace_begin(struct fcl_hal_device *device);
/* Has the executor write what it has recorded. */
void fcl_bd_trace_end(struct fcl_hal_device *device);

#endif
