/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_CALLS_H
#define FCL_XEMU_CALLS_H

#include "tools/xrt_emulation/board.h"
#include "tools/xrt_emulation/wire.h"

/*
 * Serves the call that was received last, and replies. After the last one, which closes the
 * board, board->closed is set. An error: the connection is unusable, or the protocol has no answer that reports the
 * failure.
 */
int fcl_xemu_serve(struct fcl_xemu_board *board, struct fcl_xemu_wire *wire, struct fcl_err *err);

/* The number of XRT's device, which is in the environment of this process. */
unsigned fcl_xemu_device_number(void);

#endif
