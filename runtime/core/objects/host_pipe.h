/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_HOST_PIPE_H
#define FCL_CORE_HOST_PIPE_H

#include "runtime/core/objects/pipe.h"

/*
 * A host pipe is a pipe with the host at one end and a kernel's stream argument, which the image
 * leaves unconnected, at the other. Packets are moved one by one, or through mappings: memory that
 * the host fills and the pipe sends, or that has packets which were taken out of the pipe. Packets
 * enter the pipe in the order of the calls that made room for them, so a mapping holds back those
 * behind it until it is unmapped. All functions take the lock of the pipe's object.
 */
struct fcl_host_map {
	struct fcl_host_map *next;
	size_t size;  /* bytes */
	size_t ready; /* bytes that the host has unmapped */
	size_t sent;  /* of these, what is in the pipe */
	unsigned char data[];
};

/* Moves one packet. -EAGAIN: the pipe is full or empty; -ENXIO: no kernel has it; -ENOMEM. */
int fcl_host_pipe_write(struct fcl_mem *mem, const void *packet);
int fcl_host_pipe_read(struct fcl_mem *mem, void *packet);

/*
 * Maps up to `size` bytes, whole packets, 0 for all there are. -EAGAIN: there are none; -EINVAL: a
 * size below that of a packet; -ENXIO; -ENOMEM.
 */
int fcl_host_pipe_map(struct fcl_mem *mem, size_t size, void **ret_pointer, size_t *ret_size);

/* Unmaps the next `size` bytes of a mapping. -EINVAL: there is no such mapping or less of it. */
int fcl_host_pipe_unmap(struct fcl_mem *mem, const void *pointer, size_t size);

/* Frees what is mapped. */
void fcl_host_pipe_free(struct fcl_pipe *pipe);

#endif
