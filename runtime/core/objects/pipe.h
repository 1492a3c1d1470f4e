/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PIPE_H
#define FCL_CORE_PIPE_H

#include "runtime/core/objects/mem.h"

/*
 * A pipe is a memory object without memory of its own. The first argument that it is set on
 * determines its FIFO: if the image wires that argument, the pipe uses one of the image's FIFOs,
 * exclusively and for its lifetime; otherwise the board creates a FIFO for it (PIPES). Until a
 * command uses the pipe, it may still switch to another FIFO that suits all arguments it was set
 * on.
 */
struct fcl_pipe_end {
	bool set; /* the pipe is set on this argument of a kernel of the image */
	uint32_t kernel, arg;
};

enum { FCL_PIPE_WRITER = 0, FCL_PIPE_READER = 1 };

struct fcl_pipe {
	uint32_t packet_size, max_packets;
	struct fcl_device *device; /* NULL until it is set on an argument; then fixed */
	struct fcl_host_map *maps; /* mappings of the host (host_pipe.h); the object's lock */
	struct fcl_hal_pipe *made; /* the FIFO that the board created; fixed with `device`. NULL: a
				      FIFO of the image */

	/* Guarded by the device's lock. */
	struct fcl_pipe *next;   /* in device->pipes, the pipes that are FIFOs of images */
	struct fcl_image *image; /* with a reference; NULL: none yet */
	uint32_t stream;         /* index into image->streams */
	struct fcl_pipe_end ends[2];
	bool used; /* used by a command */
	bool gone; /* the object is destroyed, but the FIFO may contain packets; `image` is no
		      reference then, but fcl_device_knows() it */
};

/* Creates a pipe and its memory object. -ENOMEM. The caller gets an internal reference. */
int fcl_pipe_create(struct fcl_context *context, cl_mem_flags flags, uint32_t packet_size,
		    uint32_t max_packets, struct fcl_mem **ret_mem);

/* Frees the pipe of an object that is being destroyed. */
void fcl_pipe_destroy(struct fcl_pipe *pipe);

/*
 * Frees the records of pipes that were FIFOs of the image, unless the device still knows the image.
 * The device's lock is held.
 */
void fcl_pipes_forget(struct fcl_device *device, const struct fcl_image *image);

/* Unlinks a pipe that is an image's FIFO from its device's list. The device's lock is held. */
void fcl_pipe_unlink(struct fcl_pipe *pipe);

#endif
