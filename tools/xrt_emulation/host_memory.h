/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_HOST_MEMORY_H
#define FCL_XEMU_HOST_MEMORY_H

#include "tools/xrt_emulation/memory.h"

/*
 * Under hw_emu, XRT does not announce buffers in the host's own memory: kernels get addresses in
 * the image's HOST memory, which the host reads and writes on behalf of this process. The part that
 * a launch refers to is copied to the board when the launch starts, and back when the last such
 * launch has ended.
 */

/*
 * Records a buffer that the host has announced, whose size need not be searched for. May return
 * -ENOMEM.
 */
int fcl_xemu_host_memory_announce(struct fcl_xemu_board *board, uint64_t address, uint64_t size,
				  struct fcl_err *err);

/* The host frees the buffer at an address. Returns false if the buffer is not in host memory. */
bool fcl_xemu_host_memory_free(struct fcl_xemu_board *board, uint64_t address);

/*
 * Returns the buffer at this address or, if it was not announced, the part from the address on, and
 * increments its use count. -EFAULT: the host has no buffer there.
 */
int fcl_xemu_host_memory_use(struct fcl_xemu_board *board, uint64_t address,
			     struct fcl_xemu_buffer **ret_buffer, struct fcl_err *err);

/* Called when a launch that uses such a part has ended. */
int fcl_xemu_host_memory_end(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer,
			     struct fcl_err *err);

/* Closes the connection in the way that the host expects. */
void fcl_xemu_host_memory_close(struct fcl_xemu_board *board);

#endif
