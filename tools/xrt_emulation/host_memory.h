/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_HOST_MEMORY_H
#define FCL_XEMU_HOST_MEMORY_H

#include "tools/xrt_emulation/memory.h"

/*
 * Under hw_emu, buffers in the host's own memory are not announced: kernels get addresses in the image's
 * HOST memory, and what is there the host reads and writes for this process. A part of it is copied to
 * the board when a launch starts that gets its address, and back when the last such launch has ended.
 */

/* A buffer that the host has said to have there; its size is not looked for then. -ENOMEM. */
int fcl_xemu_host_memory_announce(struct fcl_xemu_board *board, uint64_t address, uint64_t size,
				  struct fcl_err *err);

/* The host frees the buffer at an address. False: it is not in the host's memory. */
bool fcl_xemu_host_memory_free(struct fcl_xemu_board *board, uint64_t address);

/*
 * The buffer that has this address, or, if it was not announced, the part of it from there on; it is used
 * once more. -EFAULT: the host has none there.
 */
int fcl_xemu_host_memory_use(struct fcl_xemu_board *board, uint64_t address,
			     struct fcl_xemu_buffer **ret_buffer, struct fcl_err *err);

/* A launch that uses such a part has ended. */
int fcl_xemu_host_memory_end(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer,
			     struct fcl_err *err);

/* Ends the connection in the way that the host expects. */
void fcl_xemu_host_memory_close(struct fcl_xemu_board *board);

#endif
