/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_HOST_PIPE_H
#define FCL_CORE_HOST_PIPE_H

#include "runtime/core/objects/host_map.h"
#include "runtime/core/objects/pipe.h"

/*
 * A host pipe is a pipe with the host at one end and, at the other, a stream argument of a kernel
 * that the image leaves unconnected. Packets are moved one by one, or through mappings: memory that
 * the host fills and the pipe then sends, or that contains packets taken from the pipe. Packets
 * enter the pipe in the order of the calls that reserved room for them, so a mapping holds back the
 * packets behind it until it is unmapped. All functions take the lock of the pipe's object.
 */

/* Moves one packet. -EAGAIN: the pipe is full or empty; -ENXIO: it is set on no kernel; -ENOMEM. */
int fcl_host_pipe_write(struct fcl_mem *mem, const void *packet);
int fcl_host_pipe_read(struct fcl_mem *mem, void *packet);

/*
 * Maps up to `size` bytes in whole packets; 0: all that are available. -EAGAIN: none are available;
 * -EINVAL: `size` is smaller than a packet; -ENXIO; -ENOMEM.
 */
int fcl_host_pipe_map(struct fcl_mem *mem, size_t size, void **ret_pointer, size_t *ret_size);

/*
 * Unmaps the next `size` bytes of a mapping. -EINVAL: no such mapping, or not that many bytes left.
 */
int fcl_host_pipe_unmap(struct fcl_mem *mem, const void *pointer, size_t size);

#endif
