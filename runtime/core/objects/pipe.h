/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PIPE_H
#define FCL_CORE_PIPE_H

#include "runtime/core/objects/mem.h"

/*
 * A pipe is a memory object without bytes of its own. What it is on a board follows from the first
 * argument that it is set on: if the image wires that, the pipe is one of the image's FIFOs, which
 * no other pipe is as long as this one lives; if not, the board makes a FIFO for it (PIPES). Until
 * a command uses it, it may still become another FIFO that suits all arguments it was set on.
 */
struct fcl_pipe_end {
	bool set; /* on an argument of the image's kernel: */
	uint32_t kernel, arg;
};

enum { FCL_PIPE_WRITER = 0, FCL_PIPE_READER = 1 };

struct fcl_pipe {
	uint32_t packet_size, max_packets;
	struct fcl_device *device; /* NULL until it is set on an argument; then fixed */
	struct fcl_hal_pipe *made; /* the board's; fixed with `device`. NULL: the image's */

	/* Guarded by the device's lock. */
	struct fcl_pipe *next;   /* in device->pipes: those that are FIFOs of images */
	struct fcl_image *image; /* with a reference; NULL: none yet */
	uint32_t stream;         /* index into image->streams */
	struct fcl_pipe_end ends[2];
	bool used; /* by a command */
	bool gone; /* what is left of a used one: the FIFO may have packets; `image` is no reference
		    */
};

/* -ENOMEM. The object has its creator's internal reference. */
int fcl_pipe_create(struct fcl_context *context, cl_mem_flags flags, uint32_t packet_size,
		    uint32_t max_packets, struct fcl_mem **ret_mem);

/* Of an object that is being destroyed. */
void fcl_pipe_destroy(struct fcl_pipe *pipe);

/* Takes a pipe that is an image's FIFO from its device's list, whose lock is held. */
void fcl_pipe_unlink(struct fcl_pipe *pipe);

#endif
