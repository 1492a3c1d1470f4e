/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_WINDOW_H
#define FCL_CORE_WINDOW_H

#include "runtime/core/objects/mem.h"

/*
 * Windows: while the host has a P2P buffer mapped, the mapping is the board's memory, so that
 * kernels immediately see what another device or a file read writes there. An open window makes the
 * host side and one device side share one memory (fcl_mem_same()). Moving the buffer to another
 * bank, or off the board, closes the window: the same addresses then refer to host memory with the
 * same contents. The next launch reopens it at the buffer's new location.
 */

/*
 * Opens the window of a P2P buffer on the device before the buffer is mapped. Does nothing if it is
 * open, or if the host cannot map the board's memory (FCL_HAL_CAP_WINDOW): mapping then copies
 * data, as for any other buffer. If the window cannot be opened for another reason, a warning is
 * logged.
 */
void fcl_window_open(struct fcl_mem *root, struct fcl_device *device);

/*
 * Opens the window again for a command that has claimed the side, if the buffer is still mapped. While bytes of it are
 * being moved it is left to the next command, since the thread may be the one that ends the move.
 */
void fcl_window_follow(struct fcl_mem *root, uint32_t side);

/*
 * Closes the window on a side, if it is open. The root's lock is held, and no data is being moved.
 * -ENOMEM.
 */
int fcl_window_close(struct fcl_mem *root, uint32_t side, struct fcl_err *err);

#endif
