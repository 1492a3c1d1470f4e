/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_TRACED_H
#define FCL_BD_CLIENT_TRACED_H

#include "hal/board/client/device.h"

/*
 * The executor's events appear in the client's trace: it gets the trace file, and writes
 * executions, waits for turns, and image swaps to it.
 */

/* Call it for each executor once the board's facts are known; does nothing if nothing is traced. */
void fcl_bd_trace_begin(struct fcl_hal_device *device);
/* Makes the executor write its recorded events. */
void fcl_bd_trace_end(struct fcl_hal_device *device);

#endif
