/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/pipe.h"

#include <errno.h>
#include <stdlib.h>

#include "runtime/core/objects/host_map.h"
#include "runtime/core/objects/mem_create.h"

int fcl_pipe_create(struct fcl_context *context, cl_mem_flags flags, uint32_t packet_size,
		    uint32_t max_packets, struct fcl_mem **ret_mem)
{
	struct fcl_pipe *pipe = calloc(1, sizeof(*pipe));
	struct fcl_mem *mem = pipe ? fcl_mem_create_pipe(context, flags, pipe) : NULL;

	if (!mem) {
		free(pipe);
		return -ENOMEM;
	}
	pipe->packet_size = packet_size;
	pipe->max_packets = max_packets;
	mem->size = (uint64_t)packet_size * max_packets;
	*ret_mem = mem;
	return 0;
}

void fcl_pipe_unlink(struct fcl_pipe *pipe)
{
	struct fcl_pipe **link = &pipe->device->pipes;

	while (*link != pipe)
		link = &(*link)->next;
	*link = pipe->next;
}

void fcl_pipes_forget(struct fcl_device *device, const struct fcl_image *image)
{
	struct fcl_pipe **link = &device->pipes, *pipe;

	if (fcl_device_knows(device, image))
		return;
	while ((pipe = *link)) {
		if (!pipe->gone || pipe->image != image) {
			link = &pipe->next;
			continue;
		}
		*link = pipe->next;
		free(pipe);
	}
}

/*
 * Returns whether the pipe stays in the list. A used pipe does, so that the next pipe with the same
 * FIFO empties it first, unless the image has left the device, which loses the packets anyway. The
 * device's lock is held.
 */
static bool pipe_leave(struct fcl_pipe *pipe)
{
	if (pipe->used && fcl_device_knows(pipe->device, pipe->image))
		pipe->gone = true;
	else
		fcl_pipe_unlink(pipe);
	fcl_image_unref(pipe->image);
	return pipe->gone;
}

void fcl_pipe_destroy(struct fcl_pipe *pipe)
{
	struct fcl_device *device = pipe->device;
	bool stays = false;

	/*
	 * Must come first: a pipe that stays is no longer ours, and may be freed as soon as the
	 * lock is released.
	 */
	fcl_host_maps_free(pipe->maps);
	if (pipe->image) {
		pthread_mutex_lock(&device->lock);
		stays = pipe_leave(pipe);
		pthread_mutex_unlock(&device->lock);
	}
	if (stays)
		return;
	if (device)
		device->hal->pipe_close(device->board, pipe->made);
	free(pipe);
}
