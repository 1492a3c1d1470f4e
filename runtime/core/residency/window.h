/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_WINDOW_H
#define FCL_CORE_WINDOW_H

#include "runtime/core/objects/mem.h"

/*
 * Windows: while the host has a P2P buffer mapped, the mapping is the board's memory, so that what another device or a
 * file writes there is seen by kernels at once. An open window makes the host's side and that of one device one memory
 * (fcl_mem_same()). What moves the buffer to another bank, or takes it off the board, closes the window: the same
 * addresses then show memory of the host with the same bytes. The next launch opens it again where the buffer is then.
 */

/*
 * Opens the window of a P2P buffer on the device, before a mapping of it is made. Does nothing if there is one, and on
 * boards whose memory the host cannot map (FCL_HAL_CAP_WINDOW): mapping then moves bytes, as for any other buffer.
 * Otherwise a window that cannot be opened is a warning in the log.
 */
void fcl_window_open(struct fcl_mem *root, struct fcl_device *device);

/*
 * Opens the window again for a command that has claimed the side, if the buffer is still mapped. While bytes of it are
 * being moved it is left to the next command, since the thread may be the one that ends the move.
 */
void fcl_window_follow(struct fcl_mem *root, uint32_t side);

/* Closes the window on a side, if there is one. The root's lock is held, and nothing moves. -ENOMEM. */
int fcl_window_close(struct fcl_mem *root, uint32_t side, struct fcl_err *err);

#endif
