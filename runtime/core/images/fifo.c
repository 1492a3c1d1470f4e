/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/images/fifo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "runtime/core/objects/kept_fifo.h"

enum {
	READER_POLLS = 100, /* a free-running reader gets this many polls, */
	POLL_US = 1000,     /* this far apart, to take the remaining packets */
};

/* An open FIFO of a loaded program. */
struct stream {
	struct fcl_device *device;
	struct fcl_hal_program *program;
	const struct fcl_image *image;
	uint32_t index;
	struct fcl_hal_stream_info info;
	struct fcl_hal_pipe *pipe;
};

static bool is_for_host(const struct fcl_image *image, uint32_t index)
{
	return image->streams[index].dst_cu == FCL_IMAGE_HOST;
}

static bool fifo_is_free_running(const struct fcl_image *image, uint32_t cu)
{
	return cu < image->ncus && image->cus[cu].control == FCL_CONTROL_NONE;
}

/*
 * --- kept packets; the device's lock is held ---------------------------------------------------
 */

static struct fcl_fifo **fifo_end_of(struct fcl_fifo **list)
{
	while (*list)
		list = &(*list)->next;
	return list;
}

/* Moves the FIFOs that the host reads from one list to the end of another. */
static void move_for_host(const struct fcl_image *image, struct fcl_fifo **from,
			  struct fcl_fifo **to)
{
	to = fifo_end_of(to);
	while (*from) {
		struct fcl_fifo *fifo = *from;

		if (!is_for_host(image, fifo->index)) {
			from = &fifo->next;
			continue;
		}
		*from = fifo->next;
		fifo->next = NULL;
		*to = fifo;
		to = &fifo->next;
	}
}

static uint32_t count_kept(const struct fcl_held *held, uint32_t index)
{
	uint32_t packets = 0;

	for (const struct fcl_fifo *fifo = held->fifos; fifo; fifo = fifo->next)
		if (fifo->index == index)
			packets += fifo->packets - fifo->taken;
	return packets;
}

static bool fifo_take_kept(struct fcl_held *held, uint32_t index, void *packet, size_t size)
{
	struct fcl_fifo **link = &held->fifos, *fifo;

	while (*link && (*link)->index != index)
		link = &(*link)->next;
	fifo = *link;
	if (!fifo)
		return false;
	memcpy(packet, fifo->data + fifo->taken * size, size);
	if (++fifo->taken == fifo->packets) {
		*link = fifo->next;
		free(fifo);
	}
	return true;
}

/*
 * --- packets on the board ----------------------------------------------------------------------
 */

static int unreadable(const struct stream *stream, int error, struct fcl_err *err)
{
	return fcl_err_set(err, error, "FIFO %s cannot be read", stream->info.name);
}

static int fifo_level(const struct stream *stream, uint32_t *ret_packets, struct fcl_err *err)
{
	int error = stream->device->hal->pipe_level(stream->device->board, stream->pipe,
						    ret_packets);

	return error ? unreadable(stream, error, err) : 0;
}

/*
 * A free-running writer produces packets endlessly: once the pipe's depth is kept, no more are kept
 * until the host reads.
 */
static bool is_enough(const struct stream *stream)
{
	return fifo_is_free_running(stream->image, stream->info.src_cu) &&
	       fcl_fifos_kept(stream->device, stream->image, stream->index) >=
		       stream->image->streams[stream->index].depth;
}

/* Counts the packets that must not be lost. A free-running reader gets time to read its packets. */
static int fifo_count_packets(const struct stream *stream, uint32_t *ret_packets,
			      struct fcl_err *err)
{
	bool host = is_for_host(stream->image, stream->index);
	int error;

	*ret_packets = 0;
	if (host ? is_enough(stream) : fifo_is_free_running(stream->image, stream->info.src_cu))
		return 0;
	error = fifo_level(stream, ret_packets, err);
	if (host || !fifo_is_free_running(stream->image, stream->info.dst_cu))
		return error;
	for (int i = 0; !error && *ret_packets && i < READER_POLLS; i++) {
		fcl_pause_us(POLL_US);
		error = fifo_level(stream, ret_packets, err);
	}
	return error;
}

static int check_one(struct stream *stream, struct fcl_err *err)
{
	bool blocked = fifo_is_free_running(stream->image, stream->info.dst_cu);
	uint32_t packets;
	int error = fifo_count_packets(stream, &packets, err);

	if (error || !packets || (!blocked && stream->device->info->caps & FCL_HAL_CAP_HOST_STREAM))
		return error;
	return fcl_err_set(err, -EBUSY,
			   "FIFO %s holds %u packets, which programming the slot would lose: %s",
			   stream->info.name, packets,
			   blocked ? "its free-running reader does not take them"
				   : "the board has no way to put them back");
}

/*
 * Removes as many packets as were counted. fifo->packets is the number removed, even on an error.
 */
static int fifo_drain(const struct stream *stream, struct fcl_fifo *fifo, uint32_t packets,
		      struct fcl_err *err)
{
	size_t size = stream->info.packet_size;

	while (fifo->packets < packets) {
		uint32_t taken = 0;
		int error = stream->device->hal->pipe_drain(stream->device->board, stream->pipe,
							    fifo->data + fifo->packets * size,
							    packets - fifo->packets, &taken);

		if (error)
			return unreadable(stream, error, err);
		if (!taken)
			return fcl_err_set(err, -EIO,
					   "FIFO %s holds %u packets, but only %u could be read",
					   stream->info.name, packets, fifo->packets);
		fifo->packets += taken;
	}
	return 0;
}

static int save_one(struct stream *stream, struct fcl_fifo **fifos, struct fcl_err *err)
{
	struct fcl_fifo *fifo;
	uint32_t packets;
	int error = fifo_count_packets(stream, &packets, err);

	if (error || !packets)
		return error;
	fifo = malloc(sizeof(*fifo) + (size_t)packets * stream->info.packet_size);
	if (!fifo)
		return fcl_err_set(err, -ENOMEM, "no memory for %u packets of FIFO %s", packets,
				   stream->info.name);
	fifo->index = stream->index;
	fifo->taken = fifo->packets = 0;
	error = fifo_drain(stream, fifo, packets, err);
	if (!fifo->packets) {
		free(fifo);
		return error;
	}
	fifo->next = *fifos;
	*fifos = fifo;
	return error;
}

static int restore_one(struct stream *stream, const struct fcl_fifo *fifo, struct fcl_err *err)
{
	uint32_t packets = 0;
	int error = stream->device->hal->pipe_push(stream->device->board, stream->pipe, fifo->data,
						   fifo->packets, &packets);

	if (!error && packets == fifo->packets)
		return 0;
	return fcl_err_set(err, error ? error : -EIO, "only %u of %u packets fit back into FIFO %s",
			   packets, fifo->packets, stream->info.name);
}

/* Opens the image's FIFO at that index; -ENOENT past the last one. */
static int fifo_open_stream(struct stream *stream, uint32_t index, struct fcl_err *err)
{
	const struct fcl_hal_ops *hal = stream->device->hal;
	int error = hal->stream_info(stream->device->board, stream->program, index, &stream->info);

	stream->index = index;
	return error ? error
		     : hal->stream_open(stream->device->board, stream->program, index,
					&stream->pipe, err);
}

static void close_stream(struct stream *stream)
{
	stream->device->hal->pipe_close(stream->device->board, stream->pipe);
}

static int restore_all(struct stream *stream, const struct fcl_fifo *fifo, struct fcl_err *err)
{
	int result = 0;

	for (; fifo; fifo = fifo->next) {
		int error = fifo_open_stream(stream, fifo->index, err);

		if (!error) {
			error = restore_one(stream, fifo, err);
			close_stream(stream);
		}
		result = result ? result : error;
	}
	return result;
}

/*
 * Visits every FIFO twice: first to check that all packets can be kept, then to remove them, so
 * that a refusal leaves all FIFOs unchanged.
 */
static int save_all(struct stream *stream, struct fcl_fifo **fifos, struct fcl_err *err)
{
	int error = 0;

	for (int round = 0; round < 2 && !error; round++) {
		for (uint32_t i = 0; !error && !(error = fifo_open_stream(stream, i, err)); i++) {
			error = round ? save_one(stream, fifos, err) : check_one(stream, err);
			close_stream(stream);
		}
		if (error == -ENOENT)
			error = 0;
	}
	return error;
}

int fcl_fifos_save(struct fcl_device *device, uint32_t slot, struct fcl_err *err)
{
	struct stream stream = {.device = device,
				.program = device->slots[slot].program,
				.image = device->slots[slot].loaded};
	struct fcl_fifo *fifos = NULL;
	struct fcl_held *held;
	int error;

	if (!stream.image || !stream.image->nstreams || !(device->info->caps & FCL_HAL_CAP_STREAMS))
		return 0;
	pthread_mutex_lock(&device->lock);
	held = fcl_device_find_held(device, stream.image);
	pthread_mutex_unlock(&device->lock);
	if (!held)
		return 0;
	error = save_all(&stream, &fifos, err);
	pthread_mutex_lock(&device->lock);
	held = fcl_device_find_held(device, stream.image);
	if (held)
		move_for_host(stream.image, &fifos, &held->fifos);
	if (held && !error) {
		*fifo_end_of(&held->fifos) = fifos;
		fifos = NULL;
	}
	pthread_mutex_unlock(&device->lock);
	if (error)
		restore_all(&stream, fifos, NULL);
	fcl_fifos_free(fifos);
	return error;
}

int fcl_fifos_restore(struct fcl_device *device, const struct fcl_image *image,
		      struct fcl_hal_program *program, struct fcl_err *err)
{
	struct stream stream = {.device = device, .program = program, .image = image};
	struct fcl_fifo *fifos = NULL;
	struct fcl_held *held;
	int error;

	pthread_mutex_lock(&device->lock);
	held = fcl_device_find_held(device, image);
	if (held) {
		fifos = held->fifos;
		held->fifos = NULL;
		move_for_host(image, &fifos, &held->fifos);
	}
	pthread_mutex_unlock(&device->lock);
	error = restore_all(&stream, fifos, err);
	fcl_fifos_free(fifos);
	return error;
}

bool fcl_fifos_take(struct fcl_device *device, const struct fcl_image *image, uint32_t stream,
		    void *packet)
{
	struct fcl_held *held;
	bool taken;

	pthread_mutex_lock(&device->lock);
	held = fcl_device_find_held(device, image);
	taken = held && held->fifos &&
		fifo_take_kept(held, stream, packet, image->streams[stream].packet_size);
	pthread_mutex_unlock(&device->lock);
	return taken;
}

uint32_t fcl_fifos_kept(struct fcl_device *device, const struct fcl_image *image, uint32_t stream)
{
	const struct fcl_held *held;
	uint32_t packets;

	pthread_mutex_lock(&device->lock);
	held = fcl_device_find_held(device, image);
	packets = held ? count_kept(held, stream) : 0;
	pthread_mutex_unlock(&device->lock);
	return packets;
}
