/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/memory/transfer.h"

#include <errno.h>
#include <string.h>

#include "hal/box.h"
#include "hal/pcie/memory/reach.h"

/*
 * A transfer is a series of runs. Two lanes take turns: while the engine works on one, this thread
 * copies into the other, or out of it. A run's pieces are rows, or parts of long ones; the bytes are
 * in the lane's bounce buffer, unless the card can reach the host's memory.
 */

enum {
	DIRECT_BYTES = 1 << 20,  /* from which mapping memory is cheaper than copying it */
	BORROW_BYTES = 64 << 20, /* that are mapped at once, as locked memory is limited */
};

struct copy {
	char *host;
	const char *bounce;
	size_t bytes;
};

/* A run that is being put together, or under way. */
struct batch {
	struct fcl_xdma_piece pieces[FCL_XDMA_PIECES];
	struct copy copies[FCL_XDMA_PIECES]; /* after a READ, of what is in the bounce buffer */
	unsigned npieces, ncopies;
	size_t used; /* bytes of the bounce buffer */
};

struct stream {
	struct fcl_hal_device *device;
	struct fcl_pcie_path *path;
	bool to_host;
	struct batch batches[FCL_XDMA_SLOTS];
	unsigned filling; /* the other one may be under way */
	bool running;
	struct fcl_err *err;
};

/* Waits for the run that is under way. */
static int finish(struct stream *stream)
{
	if (!stream->running)
		return 0;
	stream->running = false;
	return fcl_xdma_channel_finish(&stream->path->channel, stream->err);
}

static void copy_out(struct batch *batch)
{
	for (unsigned i = 0; i < batch->ncopies; i++)
		memcpy(batch->copies[i].host, batch->copies[i].bounce, batch->copies[i].bytes);
}

static void empty(struct batch *batch)
{
	batch->npieces = batch->ncopies = 0;
	batch->used = 0;
}

/* Starts the batch that is full; the other one is empty when this returns. */
static int turn(struct stream *stream)
{
	unsigned slot = stream->filling;
	struct batch *next = &stream->batches[slot], *last = &stream->batches[!slot];
	int error = finish(stream);

	if (error)
		return error;
	if (next->npieces) {
		fcl_xdma_channel_start(&stream->path->channel, slot, next->pieces, next->npieces);
		stream->running = true;
	}
	copy_out(last);
	empty(last);
	stream->filling = !slot;
	return 0;
}

/* Runs all that is left. After an error nothing is under way, unless the channel is stuck. */
static int drain(struct stream *stream, int error)
{
	if (!error)
		error = turn(stream);
	if (!error)
		error = turn(stream);
	if (stream->running) {
		int last = fcl_xdma_channel_finish(&stream->path->channel,
						   error ? NULL : stream->err);

		error = error ? error : last;
	}
	return error;
}

static int add_piece(struct stream *stream, uint64_t host, uint64_t card, uint32_t bytes)
{
	struct batch *batch = &stream->batches[stream->filling];

	batch->pieces[batch->npieces++] = (struct fcl_xdma_piece){host, card, bytes};
	return batch->npieces == FCL_XDMA_PIECES ? turn(stream) : 0;
}

/* Through the bounce buffers. */
static int bounce(struct stream *stream, char *host, uint64_t card, size_t bytes)
{
	size_t room = stream->device->lane_bytes;
	int error = 0;

	while (!error && bytes) {
		const struct fcl_pcie_lane *lane = &stream->path->lanes[stream->filling];
		struct batch *batch = &stream->batches[stream->filling];
		size_t part = bytes < room - batch->used ? bytes : room - batch->used;
		size_t at = batch->used;

		if (stream->to_host)
			batch->copies[batch->ncopies++] = (struct copy){host, lane->memory + at,
									part};
		else
			memcpy(lane->memory + at, host, part);
		batch->used += part;
		host += part;
		card += part;
		bytes -= part;
		error = add_piece(stream, lane->iova + at, card - part, (uint32_t)part);
		/* add_piece() may have turned to the other lane. */
		if (!error && stream->batches[stream->filling].used == room)
			error = turn(stream);
	}
	return error;
}

/* Without a copy: the card can reach the memory. */
static int direct(struct stream *stream, uint64_t iova, uint64_t card, size_t bytes)
{
	/* Pieces end at multiples of a page, so that no burst is cut elsewhere. */
	const size_t most = FCL_XDMA_DESCRIPTOR_BYTES & ~(size_t)(FCL_PCIE_PAGE - 1);
	int error = 0;

	while (!error && bytes) {
		size_t part = bytes < most ? bytes : most;

		error = add_piece(stream, iova, card, (uint32_t)part);
		iova += part;
		card += part;
		bytes -= part;
	}
	return error;
}

/*
 * Without a copy, through a mapping for this row alone. -EAGAIN: it cannot be mapped. The mapping ends
 * before this returns, whatever the engine does, so the memory is the host's again.
 */
static int borrowed(struct stream *stream, char *host, uint64_t card, size_t bytes)
{
	struct fcl_pcie_mapping mapping;
	uint64_t iova;
	int error;

	if (bytes < DIRECT_BYTES ||
	    fcl_pcie_reach_borrow(stream->device, host, bytes, stream->to_host, &mapping, &iova))
		return -EAGAIN;
	error = direct(stream, iova, card, bytes);
	error = drain(stream, error);
	fcl_pcie_reach_release(stream->device, &mapping);
	return error;
}

static int row(struct stream *stream, char *host, uint64_t card, size_t bytes)
{
	uint64_t iova;
	int error = 0;

	if (fcl_pcie_reach_find(stream->device, host, bytes, &iova))
		return direct(stream, iova, card, bytes);
	while (!error && bytes) {
		size_t part = bytes < BORROW_BYTES ? bytes : BORROW_BYTES;

		error = borrowed(stream, host, card, part);
		if (error == -EAGAIN)
			error = bounce(stream, host, card, part);
		host += part;
		card += part;
		bytes -= part;
	}
	return error;
}

static void open_stream(struct stream *stream, struct fcl_hal_device *device,
			struct fcl_pcie_path *path, struct fcl_err *err)
{
	stream->device = device;
	stream->path = path;
	stream->to_host = path->channel.to_host;
	stream->filling = 0;
	stream->running = false;
	stream->err = err;
	empty(&stream->batches[0]);
	empty(&stream->batches[1]);
}

int fcl_pcie_transfer(struct fcl_hal_device *device, struct fcl_pcie_path *path,
		      const struct fcl_hal_request *request, struct fcl_err *err)
{
	const struct fcl_hal_box box = fcl_hal_box_joined(&request->u.transfer.box);
	uint64_t address = request->u.transfer.buffer->address + request->u.transfer.offset;
	char *host = request->u.transfer.host;
	struct stream stream;
	size_t next = 0, offset, other;
	int error = 0;

	open_stream(&stream, device, path, err);
	while (!error && fcl_hal_box_next(&box, &next, &offset, &other))
		error = row(&stream, host + other, address + offset, box.region[0]);
	return drain(&stream, error);
}

int fcl_pcie_transfer_zeros(struct fcl_hal_device *device, struct fcl_pcie_path *path,
			    uint64_t address, uint64_t bytes, struct fcl_err *err)
{
	struct stream stream;
	int error = 0;

	open_stream(&stream, device, path, err);
	memset(path->lanes[0].memory, 0, bytes < device->lane_bytes ? bytes : device->lane_bytes);
	while (!error && bytes) {
		size_t part = bytes < device->lane_bytes ? bytes : device->lane_bytes;

		error = add_piece(&stream, path->lanes[0].iova, address, (uint32_t)part);
		address += part;
		bytes -= part;
	}
	return drain(&stream, error);
}
