/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/pipe_fifo.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/core/kernels/setting.h"
#include "runtime/core/objects/kept_fifo.h"
#include "runtime/core/objects/pipe.h"

/* --- FIFOs of an image ------------------------------------------------------------------------ */

static uint32_t end_cu(const struct fcl_image_stream *stream, int side)
{
	return side == FCL_PIPE_WRITER ? stream->src_cu : stream->dst_cu;
}

static uint32_t end_arg(const struct fcl_image_stream *stream, int side)
{
	return side == FCL_PIPE_WRITER ? stream->src_arg : stream->dst_arg;
}

static bool pipe_fifo_has_cu(const struct fcl_kernel_instance *instance, uint32_t cu)
{
	for (uint32_t i = 0; i < instance->ncus; i++)
		if (instance->cus[i] == cu)
			return true;
	return false;
}

/* Whether the FIFO is connected to this argument of one of the kernel's CUs. */
static bool is_wired(const struct fcl_kernel_instance *instance,
		     const struct fcl_image_stream *stream, uint32_t arg, int side)
{
	return end_arg(stream, side) == arg && pipe_fifo_has_cu(instance, end_cu(stream, side));
}

static bool ends_suit(const struct fcl_image *image, const struct fcl_image_stream *stream,
		      const struct fcl_pipe *pipe)
{
	for (int side = 0; side < 2; side++) {
		const struct fcl_pipe_end *end = &pipe->ends[side];

		if (end->set && (end_cu(stream, side) == FCL_IMAGE_HOST ||
				 image->cus[end_cu(stream, side)].kernel != end->kernel ||
				 end_arg(stream, side) != end->arg))
			return false;
	}
	return true;
}

static bool pipe_fifo_is_taken(const struct fcl_pipe *pipe, const struct fcl_image *image,
			       uint32_t stream)
{
	for (const struct fcl_pipe *other = pipe->device->pipes; other; other = other->next)
		if (other != pipe && !other->gone && other->image == image &&
		    other->stream == stream)
			return true;
	return false;
}

/* Removes an earlier pipe that used this FIFO; false: there was none. The device's lock is held. */
static bool forget_earlier(const struct fcl_pipe *pipe)
{
	for (struct fcl_pipe *other = pipe->device->pipes; other; other = other->next)
		if (other->gone && other->image == pipe->image && other->stream == pipe->stream) {
			fcl_pipe_unlink(other);
			free(other);
			return true;
		}
	return false;
}

static void empty_in(const struct fcl_pipe *pipe, const struct fcl_slot *slot)
{
	const struct fcl_device *device = pipe->device;
	struct fcl_hal_pipe *fifo = NULL;
	uint32_t drained;

	if (slot->loaded != pipe->image ||
	    device->hal->stream_open(device->board, slot->program, pipe->stream, &fifo, NULL))
		return;
	device->hal->pipe_drain(device->board, fifo, NULL, UINT32_MAX, &drained);
	device->hal->pipe_close(device->board, fifo);
}

/*
 * Discards packets of an earlier pipe. No command uses the FIFO: those of the earlier pipe have
 * ended, and this pipe has none yet. Packets are on the board or, while the image is away, kept for
 * its return; swap_lock excludes programming meanwhile.
 */
static void empty_fifo(const struct fcl_pipe *pipe)
{
	struct fcl_device *device = pipe->device;
	struct fcl_held *held;

	pthread_mutex_lock(&device->swap_lock);
	for (uint32_t i = 0; i < device->info->nslots; i++)
		empty_in(pipe, &device->slots[i]);
	pthread_mutex_lock(&device->lock);
	held = fcl_device_find_held(device, pipe->image);
	if (held)
		fcl_fifos_drop(&held->fifos, pipe->stream);
	pthread_mutex_unlock(&device->lock);
	pthread_mutex_unlock(&device->swap_lock);
}

/*
 * Chooses the FIFO for the pipe at this argument: the one that it already uses, if that fits.
 * -EBUSY, -EINVAL. The device's lock is held.
 */
static int choose_fifo(const struct fcl_pipe *pipe, const struct fcl_kernel_instance *instance,
		       uint32_t arg, int side)
{
	const struct fcl_image *image = instance->image;
	int result = -EINVAL;

	for (uint32_t i = 0; i < image->nstreams; i++) {
		const struct fcl_image_stream *stream = &image->streams[i];
		bool ours = pipe->image == image && pipe->stream == i;

		if (!is_wired(instance, stream, arg, side) ||
		    stream->packet_size != pipe->packet_size || stream->depth < pipe->max_packets ||
		    !ends_suit(image, stream, pipe))
			continue;
		if (ours)
			return (int)i;
		if (pipe_fifo_is_taken(pipe, image, i)) {
			if (result == -EINVAL)
				result = -EBUSY;
		} else if (result < 0) {
			result = (int)i;
		}
	}
	return result;
}

/* Assigns a FIFO of the image to the pipe. The device's lock is held. */
static int take_fifo(struct fcl_pipe *pipe, const struct fcl_kernel_instance *instance,
		     uint32_t arg, int side)
{
	int stream;

	if (pipe->image && pipe->image != instance->image)
		return -EINVAL;
	stream = choose_fifo(pipe, instance, arg, side);
	if (stream < 0)
		return stream;
	if (pipe->used && pipe->stream != (uint32_t)stream)
		return -EINVAL;
	if (!pipe->image) {
		pipe->image = fcl_image_ref(instance->image);
		pipe->next = pipe->device->pipes;
		pipe->device->pipes = pipe;
	}
	pipe->stream = (uint32_t)stream;
	pipe->ends[side] = (struct fcl_pipe_end){true, instance->index, arg};
	return 0;
}

static bool any_wired(const struct fcl_kernel_instance *instance, uint32_t arg, int side)
{
	for (uint32_t i = 0; i < instance->image->nstreams; i++)
		if (is_wired(instance, &instance->image->streams[i], arg, side))
			return true;
	return false;
}

/* --- errors ----------------------------------------------------------------------------------- */

static const char *pipe_fifo_end_name(const struct fcl_image *image,
				      const struct fcl_image_stream *stream, int side)
{
	const struct fcl_image_kernel *kernel;
	uint32_t arg = end_arg(stream, side);

	if (end_cu(stream, side) == FCL_IMAGE_HOST)
		return stream->name;
	kernel = &image->kernels[image->cus[end_cu(stream, side)].kernel];
	return arg < kernel->nargs ? kernel->args[arg].name : "?";
}

static const char *cu_name(const struct fcl_image *image, uint32_t cu)
{
	return cu == FCL_IMAGE_HOST ? "host" : image->cus[cu].name;
}

static void list_fifos(const struct fcl_image *image, char *text, size_t room)
{
	int used = snprintf(text, room, "%s", image->nstreams ? "" : "none");

	for (uint32_t i = 0; i < image->nstreams && used >= 0 && (size_t)used < room; i++) {
		const struct fcl_image_stream *stream = &image->streams[i];

		used += snprintf(text + used, room - (size_t)used,
				 "%s%s.%s to %s.%s (%u packets of %u bytes)", i ? ", " : "",
				 cu_name(image, stream->src_cu),
				 pipe_fifo_end_name(image, stream, FCL_PIPE_WRITER),
				 cu_name(image, stream->dst_cu),
				 pipe_fifo_end_name(image, stream, FCL_PIPE_READER), stream->depth,
				 stream->packet_size);
	}
}

static int pipe_fifo_report(int error, const struct fcl_pipe *pipe,
			    const struct fcl_kernel_instance *instance, uint32_t arg,
			    struct fcl_err *err)
{
	const struct fcl_image_kernel *facts = &instance->image->kernels[instance->index];
	char fifos[700];

	list_fifos(instance->image, fifos, sizeof(fifos));
	return fcl_err_set(
		err, error,
		"kernel %s, argument %u '%s': %s a pipe of %u packets of %u bytes; the image's FIFOs: %s",
		facts->name, arg, facts->args[arg].name,
		error == -EBUSY ? "other pipes use the FIFOs that fit" : "none of its FIFOs fits",
		pipe->max_packets, pipe->packet_size, fifos);
}

/* --- setting ---------------------------------------------------------------------------------- */

/*
 * The kernel's instance on the pipe's board or, if the pipe is on no board yet, on the first board
 * that has the kernel.
 */
static const struct fcl_kernel_instance *pipe_fifo_find_instance(const struct fcl_kernel *kernel,
								 const struct fcl_pipe *pipe)
{
	for (uint32_t i = 0; i < kernel->ninstances; i++) {
		const struct fcl_kernel_instance *instance = &kernel->instances[i];

		if (instance->image && (!pipe->device || pipe->device == instance->part->device))
			return instance;
	}
	return NULL;
}

/* Makes the board create a FIFO, which fits every argument with that packet size. */
static int make_fifo(struct fcl_pipe *pipe, const struct fcl_kernel_instance *instance,
		     uint32_t arg, struct fcl_err *err)
{
	const struct fcl_device *device = pipe->device;
	uint64_t size = instance->image->kernels[instance->index].args[arg].size;

	if (pipe->image || (size && size != pipe->packet_size))
		return -EINVAL;
	if (pipe->made)
		return 0;
	if (!(device->info->caps & FCL_HAL_CAP_PIPES))
		return -EINVAL;
	return device->hal->pipe_create(device->board, pipe->packet_size, pipe->max_packets,
					&pipe->made, err);
}

static int pipe_fifo_place(struct fcl_mem *mem, const struct fcl_kernel_instance *instance,
			   uint32_t arg, int side, struct fcl_err *err)
{
	struct fcl_pipe *pipe = mem->pipe;
	bool fresh = !pipe->device, leftovers = false;
	int error;

	pipe->device = instance->part->device;
	if (any_wired(instance, arg, side)) {
		pthread_mutex_lock(&pipe->device->lock);
		error = pipe->made ? -EINVAL : take_fifo(pipe, instance, arg, side);
		leftovers = !error && forget_earlier(pipe);
		pthread_mutex_unlock(&pipe->device->lock);
		if (leftovers)
			empty_fifo(pipe);
	} else {
		error = make_fifo(pipe, instance, arg, err);
	}
	if (error && fresh)
		pipe->device = NULL;
	return error;
}

/*
 * A host pipe has the host at its other end. So it needs an argument that the image leaves
 * unconnected, of the opposite direction, on a board whose pipes the host can access.
 */
static int check_host(const struct fcl_mem *mem, const struct fcl_kernel_instance *instance,
		      uint32_t arg, int side, struct fcl_err *err)
{
	const uint32_t caps = FCL_HAL_CAP_PIPES | FCL_HAL_CAP_HOST_STREAM;
	const struct fcl_image_kernel *facts = &instance->image->kernels[instance->index];
	bool reads = mem->flags & CL_MEM_HOST_READ_ONLY;

	if (!(mem->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)))
		return 0;
	if ((instance->part->device->info->caps & caps) != caps)
		return fcl_err_set(err, -ENOTSUP, "board %s does not support host pipes",
				   instance->part->device->info->name);
	if (reads != (side == FCL_PIPE_WRITER))
		return fcl_err_set(
			err, -ENOTSUP,
			"kernel %s, argument %u '%s': the host and the kernel both %s the pipe",
			facts->name, arg, facts->args[arg].name, reads ? "read" : "write");
	if (any_wired(instance, arg, side))
		return fcl_err_set(
			err, -ENOTSUP,
			"kernel %s, argument %u '%s': a host pipe needs an argument that the image leaves unconnected",
			facts->name, arg, facts->args[arg].name);
	return 0;
}

int fcl_kernel_set_pipe(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *mem,
			struct fcl_err *err)
{
	int side = kernel->facts->args[index].direction == FCL_DIR_OUT ? FCL_PIPE_WRITER
								       : FCL_PIPE_READER;
	const struct fcl_kernel_instance *instance;
	int error;

	/*
	 * Two threads may set the pipe at a time. The lock of its object is free for this: it
	 * guards nothing else of a pipe.
	 */
	pthread_mutex_lock(&mem->lock);
	instance = pipe_fifo_find_instance(kernel, mem->pipe);
	if (instance) {
		error = check_host(mem, instance, index, side, err);
		if (!error)
			error = pipe_fifo_place(mem, instance, index, side, err);
	} else {
		error = fcl_err_set(
			err, -EINVAL,
			"kernel %s, argument %u '%s': the pipe is on board %s, which does not have the kernel",
			kernel->name, index, kernel->facts->args[index].name,
			mem->pipe->device->info->name);
	}
	pthread_mutex_unlock(&mem->lock);
	if (instance && (error == -EINVAL || error == -EBUSY))
		pipe_fifo_report(error, mem->pipe, instance, index, err);
	if (!error)
		fcl_settings_put_pipe(kernel, index, mem);
	return error;
}

/* --- launching -------------------------------------------------------------------------------- */

int fcl_pipe_use(const struct fcl_kernel *kernel, const struct fcl_arg_value *values,
		 const struct fcl_device *device, struct fcl_err *err)
{
	for (uint32_t i = 0; i < kernel->facts->nargs; i++) {
		struct fcl_pipe *pipe = values[i].mem ? values[i].mem->pipe : NULL;

		if (!pipe)
			continue;
		if (pipe->device != device)
			return fcl_err_set(
				err, -EXDEV,
				"kernel %s, argument %u '%s': the pipe is on another board, %s",
				kernel->name, i, kernel->facts->args[i].name,
				pipe->device->info->name);
		pthread_mutex_lock(&pipe->device->lock);
		pipe->used = true;
		pthread_mutex_unlock(&pipe->device->lock);
	}
	return 0;
}

bool fcl_pipe_at(const struct fcl_arg_value *value, uint32_t cu, uint32_t arg)
{
	const struct fcl_pipe *pipe = value->mem ? value->mem->pipe : NULL;
	const struct fcl_image_stream *stream;

	/* Constant once a command uses the pipe. */
	if (!pipe || !pipe->image)
		return true;
	stream = &pipe->image->streams[pipe->stream];
	return (stream->src_cu == cu && stream->src_arg == arg) ||
	       (stream->dst_cu == cu && stream->dst_arg == arg);
}
