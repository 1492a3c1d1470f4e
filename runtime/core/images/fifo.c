/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/images/fifo.h"

#include <errno.h>
#include <stdlib.h>

#include "runtime/base/clock.h"

enum {
	READER_POLLS = 100, /* a reader that runs by itself gets so many */
	POLL_US = 1000,     /* of these to take what is left */
};

/* The packets of one FIFO, while its image is not on the board. */
struct fcl_fifo {
	struct fcl_fifo *next;
	uint32_t index; /* into the image's streams */
	uint32_t packets;
	unsigned char data[];
};

/* One look at a FIFO of a loaded program. */
struct look {
	struct fcl_device *device;
	struct fcl_hal_program *program;
	const struct fcl_image *image;
	uint32_t index;
	struct fcl_hal_stream_info info;
	struct fcl_hal_pipe *pipe;
};

void fcl_fifos_free(struct fcl_fifo *fifos)
{
	while (fifos) {
		struct fcl_fifo *next = fifos->next;

		free(fifos);
		fifos = next;
	}
}

static bool runs_by_itself(const struct fcl_image *image, uint32_t cu)
{
	return cu < image->ncus && image->cus[cu].control == FCL_CONTROL_NONE;
}

static uint32_t level(const struct look *look)
{
	uint32_t packets = 0;

	look->device->hal->pipe_level(look->device->board, look->pipe, &packets);
	return packets;
}

/* Packets in it that must not be lost; those on their way to a CU that runs get time to arrive. */
static uint32_t count_packets(const struct look *look)
{
	uint32_t packets = level(look);

	if (runs_by_itself(look->image, look->info.src_cu))
		return 0;
	if (!runs_by_itself(look->image, look->info.dst_cu))
		return packets;
	for (int i = 0; packets && i < READER_POLLS; i++) {
		fcl_pause_us(POLL_US);
		packets = level(look);
	}
	return packets;
}

static int check_one(struct look *look, struct fcl_err *err)
{
	uint32_t packets = count_packets(look);
	bool blocked = runs_by_itself(look->image, look->info.dst_cu);

	if (!packets || (!blocked && look->device->info->caps & FCL_HAL_CAP_HOST_STREAM))
		return 0;
	return fcl_err_set(err, -EBUSY,
			   "FIFO %s holds %u packets, which programming the slot would lose: %s",
			   look->info.name, packets,
			   blocked ? "its reader runs by itself and does not take them"
				   : "the board has no way to put them back");
}

static int take_one(struct look *look, struct fcl_fifo **fifos, struct fcl_err *err)
{
	uint32_t packets = count_packets(look);
	struct fcl_fifo *fifo;
	int error;

	if (!packets)
		return 0;
	fifo = malloc(sizeof(*fifo) + (size_t)packets * look->info.packet_size);
	if (!fifo)
		return fcl_err_set(err, -ENOMEM, "no memory for %u packets of FIFO %s", packets,
				   look->info.name);
	fifo->index = look->index;
	error = look->device->hal->pipe_drain(look->device->board, look->pipe, fifo->data, packets,
					      &fifo->packets);
	fifo->next = *fifos;
	*fifos = fifo;
	return error ? fcl_err_set(err, error, "FIFO %s cannot be read", look->info.name) : 0;
}

static int put_one(struct look *look, const struct fcl_fifo *fifo, struct fcl_err *err)
{
	uint32_t packets = 0;
	int error = look->device->hal->pipe_push(look->device->board, look->pipe, fifo->data,
						 fifo->packets, &packets);

	if (!error && packets == fifo->packets)
		return 0;
	return fcl_err_set(err, error ? error : -EIO, "%u of %u packets came back into FIFO %s",
			   packets, fifo->packets, look->info.name);
}

/* Opens the image's FIFO of that index; -ENOENT past the last. */
static int look_at(struct look *look, uint32_t index, struct fcl_err *err)
{
	const struct fcl_hal_ops *hal = look->device->hal;
	int error = hal->stream_info(look->device->board, look->program, index, &look->info);

	look->index = index;
	return error ? error
		     : hal->stream_open(look->device->board, look->program, index, &look->pipe,
					err);
}

static void look_away(struct look *look)
{
	look->device->hal->pipe_close(look->device->board, look->pipe);
}

static int put_all(struct look *look, const struct fcl_fifo *fifo, struct fcl_err *err)
{
	int result = 0;

	for (; fifo; fifo = fifo->next) {
		int error = look_at(look, fifo->index, err);

		if (!error) {
			error = put_one(look, fifo, err);
			look_away(look);
		}
		result = result ? result : error;
	}
	return result;
}

/* Looks at every FIFO, twice: first whether all can be kept, so that none is half empty else. */
static int take_all(struct look *look, struct fcl_fifo **fifos, struct fcl_err *err)
{
	int error = 0;

	for (int round = 0; round < 2 && !error; round++) {
		for (uint32_t i = 0; !error && !(error = look_at(look, i, err)); i++) {
			error = round ? take_one(look, fifos, err) : check_one(look, err);
			look_away(look);
		}
		if (error == -ENOENT)
			error = 0;
	}
	return error;
}

int fcl_fifos_take(struct fcl_device *device, uint32_t slot, struct fcl_err *err)
{
	struct look look = {.device = device,
			    .program = device->slots[slot].program,
			    .image = device->slots[slot].loaded};
	struct fcl_fifo *fifos = NULL;
	struct fcl_held *held;
	int error;

	if (!look.image || !look.image->nstreams || !(device->info->caps & FCL_HAL_CAP_STREAMS))
		return 0;
	pthread_mutex_lock(&device->lock);
	held = fcl_device_find_held(device, look.image);
	pthread_mutex_unlock(&device->lock);
	if (!held)
		return 0;
	error = take_all(&look, &fifos, err);
	if (error)
		put_all(&look, fifos, NULL);
	pthread_mutex_lock(&device->lock);
	held = error ? NULL : fcl_device_find_held(device, look.image);
	if (held) {
		held->fifos = fifos;
		fifos = NULL;
	}
	pthread_mutex_unlock(&device->lock);
	fcl_fifos_free(fifos);
	return error;
}

int fcl_fifos_put(struct fcl_device *device, const struct fcl_image *image,
		  struct fcl_hal_program *program, struct fcl_err *err)
{
	struct look look = {.device = device, .program = program, .image = image};
	struct fcl_fifo *fifos = NULL;
	struct fcl_held *held;
	int error;

	pthread_mutex_lock(&device->lock);
	held = fcl_device_find_held(device, image);
	if (held) {
		fifos = held->fifos;
		held->fifos = NULL;
	}
	pthread_mutex_unlock(&device->lock);
	error = put_all(&look, fifos, err);
	fcl_fifos_free(fifos);
	return error;
}
