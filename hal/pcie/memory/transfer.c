/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/memory/transfer.h"

#include <errno.h>
#include <string.h>

#include "hal/box.h"
#include "hal/pcie/memory/dma.h"

/*
 * A transfer is a series of runs. Two bounces take turns: while the engine works on one, this thread
 * copies into the other, or out of it. A run's pieces are rows, or parts of long ones; the bytes are
 * in the bounce's bounce buffer, unless the card can reach the host's memory.
 */

enum {
	DIRECT_BYTES = 1 << 20,  /* from which mapping memory is cheaper than copying it */
	BORROW_BYTES = 64 << 20, /* that are mapped at once, as locked memory is limited */
};

#define MARK 0x9e3779b1u

struct copy {
	char *host;
	const char *bounce;
	size_t bytes;
};

/* The pieces of one run of the engine, which is being filled or is under way. */
struct batch {
	struct fcl_xdma_piece pieces[FCL_XDMA_PIECES];
	/* Of a READ: where each piece arrives, and the copies out of the bounce buffer afterwards. */
	char *arrivals[FCL_XDMA_PIECES];
	struct copy copies[FCL_XDMA_PIECES];
	unsigned npieces, ncopies;
	size_t used; /* bytes of the bounce buffer */
};

struct stream {
	struct fcl_hal_device *device;
	struct fcl_pcie_path *path;
	bool to_host;
	struct batch batches[FCL_XDMA_RINGS];
	unsigned filling; /* the other one may be under way */
	bool running;
	struct fcl_err *err;
};

/* --- marks ------------------------------------------------------------------------------------ */

/*
 * The engine does not know whether what it writes to the host arrives: with a broken mapping it gets
 * lost without an error. So every page of a READ's target is marked before the run. A mark that is
 * still there after it may be data that looks the same, which a second run with other marks tells.
 */

static size_t mark_bytes(const struct fcl_xdma_piece *piece)
{
	return piece->bytes < sizeof(uint32_t) ? piece->bytes : sizeof(uint32_t);
}

/* The offset of the mark after the one at `at`: one in each page, and one at the end. */
static size_t transfer_next_mark(const struct fcl_xdma_piece *piece, size_t at)
{
	size_t last = piece->bytes - mark_bytes(piece);

	return at == last ? piece->bytes : last - at > FCL_PCIE_PAGE ? at + FCL_PCIE_PAGE : last;
}

static void put_marks(const struct batch *batch)
{
	const uint32_t mark = MARK;

	for (unsigned i = 0; i < batch->npieces; i++) {
		const struct fcl_xdma_piece *piece = &batch->pieces[i];

		for (size_t at = 0; at < piece->bytes; at = transfer_next_mark(piece, at))
			memcpy(batch->arrivals[i] + at, &mark, mark_bytes(piece));
	}
}

/* Places where a mark is still there, and how big they are. */
struct places {
	char *at[FCL_XDMA_PIECES];
	size_t bytes[FCL_XDMA_PIECES];
	unsigned count;
	size_t seen; /* places that have been looked at */
};

/* Finds the next ones, from the `places->seen`-th place on. */
static bool find_marks(const struct batch *batch, struct places *places)
{
	size_t number = 0;

	places->count = 0;
	for (unsigned i = 0; i < batch->npieces; i++) {
		const struct fcl_xdma_piece *piece = &batch->pieces[i];
		size_t bytes = mark_bytes(piece);

		for (size_t at = 0; at < piece->bytes;
		     at = transfer_next_mark(piece, at), number++) {
			if (number < places->seen || places->count == FCL_XDMA_PIECES)
				continue;
			places->seen = number + 1;
			if (memcmp(batch->arrivals[i] + at, &(uint32_t){MARK}, bytes) != 0)
				continue;
			places->bytes[places->count] = bytes;
			places->at[places->count++] = batch->arrivals[i] + at;
		}
	}
	return places->count;
}

/* --- runs ------------------------------------------------------------------------------------- */

static void transfer_start(struct stream *stream, unsigned ring)
{
	const struct batch *batch = &stream->batches[ring];

	if (stream->to_host)
		put_marks(batch);
	fcl_xdma_channel_start(&stream->path->channel, ring, batch->pieces, batch->npieces);
	stream->running = true;
}

/* Runs the batch again with other marks at the places; keeps those where nothing arrives. */
static int run_again(struct stream *stream, const struct batch *batch, struct places *places,
		     uint32_t mark)
{
	struct fcl_xdma_channel *channel = &stream->path->channel;
	unsigned count = places->count;
	int error;

	for (unsigned i = 0; i < count; i++)
		memcpy(places->at[i], &mark, places->bytes[i]);
	fcl_xdma_channel_start(channel, channel->ring, batch->pieces, batch->npieces);
	error = fcl_xdma_channel_finish(channel, stream->err);
	places->count = 0;
	for (unsigned i = 0; i < count; i++)
		if (!memcmp(places->at[i], &mark, places->bytes[i])) {
			places->at[places->count] = places->at[i];
			places->bytes[places->count++] = places->bytes[i];
		}
	return error;
}

/* Data can look like one mark, but not like both. */
static int prove(struct stream *stream, const struct batch *batch, struct places *places)
{
	const struct fcl_xdma_channel *channel = &stream->path->channel;
	int error = run_again(stream, batch, places, ~MARK);

	if (!error && places->count)
		error = run_again(stream, batch, places, MARK);
	if (!error && places->count)
		error = fcl_err_set(
			stream->err, -EIO,
			"%s: C2H channel %u: data that the card has sent did not arrive in host memory",
			channel->xdma->transport->name, channel->index);
	return error;
}

/* Waits for the run that is under way. */
static int transfer_finish(struct stream *stream)
{
	struct fcl_xdma_channel *channel = &stream->path->channel;
	const struct batch *batch = &stream->batches[channel->ring];
	struct places places = {.seen = 0};
	int error;

	if (!stream->running)
		return 0;
	stream->running = false;
	error = fcl_xdma_channel_finish(channel, stream->err);
	while (!error && stream->to_host && find_marks(batch, &places))
		error = prove(stream, batch, &places);
	return error;
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

/* Waits for the batch under way, empties it, and starts the one that has been filled. */
static int start_filled(struct stream *stream)
{
	unsigned ring = stream->filling;
	struct batch *next = &stream->batches[ring], *last = &stream->batches[!ring];
	int error = transfer_finish(stream);

	if (error)
		return error;
	if (next->npieces)
		transfer_start(stream, ring);
	copy_out(last);
	empty(last);
	stream->filling = !ring;
	return 0;
}

/* Runs all that is left. After an error nothing is under way, unless the channel is stuck. */
static int transfer_drain(struct stream *stream, int error)
{
	if (!error)
		error = start_filled(stream);
	if (!error)
		error = start_filled(stream);
	/* After an error the rest does not matter, but the engine has to be done with it. */
	if (stream->running) {
		stream->running = false;
		fcl_xdma_channel_finish(&stream->path->channel, NULL);
	}
	return error;
}

static int add_piece(struct stream *stream, char *arrival, uint64_t host, uint64_t card,
		     uint32_t bytes)
{
	struct batch *batch = &stream->batches[stream->filling];

	batch->arrivals[batch->npieces] = arrival;
	batch->pieces[batch->npieces++] = (struct fcl_xdma_piece){host, card, bytes};
	return batch->npieces == FCL_XDMA_PIECES ? start_filled(stream) : 0;
}

/* Through the bounce buffers. */
static int transfer_bounce(struct stream *stream, char *host, uint64_t card, size_t bytes)
{
	size_t room = stream->device->bounce_bytes;
	int error = 0;

	while (!error && bytes) {
		const struct fcl_pcie_bounce *bounce = &stream->path->bounces[stream->filling];
		struct batch *batch = &stream->batches[stream->filling];
		size_t part = bytes < room - batch->used ? bytes : room - batch->used;
		size_t at = batch->used;

		if (stream->to_host)
			batch->copies[batch->ncopies++] = (struct copy){host, bounce->memory + at,
									part};
		else
			memcpy(bounce->memory + at, host, part);
		batch->used += part;
		host += part;
		card += part;
		bytes -= part;
		error = add_piece(stream, bounce->memory + at, bounce->iova + at, card - part,
				  (uint32_t)part);
		/* add_piece() may have started this batch. */
		if (!error && stream->batches[stream->filling].used == room)
			error = start_filled(stream);
	}
	return error;
}

/* Without a copy: the card can reach the memory. */
static int direct(struct stream *stream, char *host, uint64_t iova, uint64_t card, size_t bytes)
{
	/* Pieces end at multiples of a page, so that no burst is cut elsewhere. */
	const size_t most = FCL_XDMA_DESCRIPTOR_BYTES & ~(size_t)(FCL_PCIE_PAGE - 1);
	int error = 0;

	while (!error && bytes) {
		size_t part = bytes < most ? bytes : most;

		error = add_piece(stream, host, iova, card, (uint32_t)part);
		host += part;
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
	    fcl_pcie_dma_borrow(stream->device, host, bytes, stream->to_host, &mapping, &iova))
		return -EAGAIN;
	error = direct(stream, host, iova, card, bytes);
	error = transfer_drain(stream, error);
	fcl_pcie_dma_release(stream->device, &mapping);
	return error;
}

static int row(struct stream *stream, char *host, uint64_t card, size_t bytes)
{
	uint64_t iova;
	int error = 0;

	if (fcl_pcie_dma_find(stream->device, host, bytes, &iova))
		return direct(stream, host, iova, card, bytes);
	while (!error && bytes) {
		size_t part = bytes < BORROW_BYTES ? bytes : BORROW_BYTES;

		error = borrowed(stream, host, card, part);
		if (error == -EAGAIN)
			error = transfer_bounce(stream, host, card, part);
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

/* --- by a kernel module ------------------------------------------------------------------------ */

static int pcie_transfer_copy(const struct fcl_hal_device *device, const struct fcl_pcie_path *path,
			      uint64_t card, void *host, size_t bytes, struct fcl_err *err)
{
	return device->transport->ops->copy(device->transport, path->channel.to_host,
					    path->channel.index, card, host, bytes, err);
}

static int copy_box(const struct fcl_hal_device *device, const struct fcl_pcie_path *path,
		    const struct fcl_hal_request *request, struct fcl_err *err)
{
	const struct fcl_hal_box box = fcl_hal_box_joined(&request->u.transfer.box);
	uint64_t address = request->u.transfer.buffer->address + request->u.transfer.offset;
	char *host = request->u.transfer.host;
	size_t next = 0, offset, other;
	int error = 0;

	while (!error && fcl_hal_box_next(&box, &next, &offset, &other))
		error = pcie_transfer_copy(device, path, address + offset, host + other,
					   box.region[0], err);
	return error;
}

static int copy_zeros(const struct fcl_hal_device *device, const struct fcl_pcie_path *path,
		      uint64_t address, uint64_t bytes, struct fcl_err *err)
{
	int error = 0;

	while (!error && bytes) {
		size_t part = bytes < device->bounce_bytes ? bytes : device->bounce_bytes;

		error = pcie_transfer_copy(device, path, address, path->bounces[0].memory, part,
					   err);
		address += part;
		bytes -= part;
	}
	return error;
}

/* --- all -------------------------------------------------------------------------------------- */

int fcl_pcie_transfer(struct fcl_hal_device *device, struct fcl_pcie_path *path,
		      const struct fcl_hal_request *request, struct fcl_err *err)
{
	const struct fcl_hal_box box = fcl_hal_box_joined(&request->u.transfer.box);
	uint64_t address = request->u.transfer.buffer->address + request->u.transfer.offset;
	char *host = request->u.transfer.host;
	struct stream stream;
	size_t next = 0, offset, other;
	int error = 0;

	if (device->transport->ops->copy)
		return copy_box(device, path, request, err);
	open_stream(&stream, device, path, err);
	while (!error && fcl_hal_box_next(&box, &next, &offset, &other))
		error = row(&stream, host + other, address + offset, box.region[0]);
	return transfer_drain(&stream, error);
}

int fcl_pcie_transfer_zeros(struct fcl_hal_device *device, struct fcl_pcie_path *path,
			    uint64_t address, uint64_t bytes, struct fcl_err *err)
{
	struct stream stream;
	int error = 0;

	open_stream(&stream, device, path, err);
	memset(path->bounces[0].memory, 0,
	       bytes < device->bounce_bytes ? bytes : device->bounce_bytes);
	if (device->transport->ops->copy)
		return copy_zeros(device, path, address, bytes, err);
	while (!error && bytes) {
		size_t part = bytes < device->bounce_bytes ? bytes : device->bounce_bytes;

		error = add_piece(&stream, path->bounces[0].memory, path->bounces[0].iova, address,
				  (uint32_t)part);
		address += part;
		bytes -= part;
	}
	return transfer_drain(&stream, error);
}
