/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_CALLS_H
#define FCL_XEMU_CALLS_H

#include "tools/xrt_emulation/board.h"
#include "tools/xrt_emulation/wire.h"

/*
 * Serves the call received last, and replies. After the last call, which closes the board,
 * board->closed is set. Returns an error if the connection is unusable, or if the protocol has no
 * reply for the failure.
 */
int fcl_xemu_serve(struct fcl_xemu_board *board, struct fcl_xemu_wire *wire, struct fcl_err *err);

/* The number of XRT's device, from this process's environment. */
unsigned fcl_xemu_device_number(void);

#endif
