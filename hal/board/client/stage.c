/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/stage.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/futex.h"
#include "hal/board/client/flight.h"
#include "hal/box.h"

enum { RETRY_US = 50 };

/* A piece of a transfer, which the mover waits for. */
struct piece {
	struct fcl_hal_request request; /* must be first: stage_on_done() gets a pointer to it */
	_Atomic uint32_t done;
	int status;
	char text[FCL_BD_TEXT];
};

struct transfer {
	enum fcl_bd_work work;
	uint32_t buffer, stage;
	uint64_t offset, bytes;
};

static void stage_on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct piece *piece = (struct piece *)request;

	piece->status = status;
	snprintf(piece->text, sizeof(piece->text), "%s", text ? text : "");
	atomic_store(&piece->done, 1);
	fcl_futex_wake(&piece->done);
}

static int run_piece(struct fcl_hal_device *device, fcl_bd_fill *fill, const void *user,
		     struct fcl_err *err)
{
	struct piece piece;

	memset(&piece.request, 0, sizeof(piece.request));
	piece.request.done = stage_on_done;
	atomic_init(&piece.done, 0);
	piece.status = 0;
	while (fcl_bd_push_request(device, &piece.request, fill, user))
		fcl_pause_us(RETRY_US);
	while (!atomic_load(&piece.done))
		fcl_futex_wait(&piece.done, 0);
	return piece.status ? fcl_err_set(err, piece.status, "%s", piece.text) : 0;
}

static void write_transfer(const struct fcl_hal_request *request, const void *user,
			   struct fcl_bd_block *block)
{
	const struct transfer *transfer = user;

	(void)request;
	block->work = transfer->work;
	block->timed = 0;
	block->used = FCL_BD_BODY;
	block->u.transfer.buffer = transfer->buffer;
	block->u.transfer.stage = transfer->stage;
	block->u.transfer.offset = transfer->offset;
	block->u.transfer.bytes = transfer->bytes;
}

static void write_copy(const struct fcl_hal_request *request, const void *user,
		       struct fcl_bd_block *block)
{
	const struct fcl_hal_request *original = user;
	const struct fcl_hal_box *box = &original->u.copy.box;

	(void)request;
	block->work = FCL_BD_WORK_COPY;
	block->timed = 0;
	block->used = FCL_BD_BODY;
	block->u.copy.source = original->u.copy.source->number;
	block->u.copy.target = original->u.copy.target->number;
	block->u.copy.source_offset = original->u.copy.source_offset;
	block->u.copy.target_offset = original->u.copy.target_offset;
	for (int i = 0; i < 3; i++)
		block->u.copy.region[i] = box->region[i];
	block->u.copy.pitch[0] = box->row_pitch;
	block->u.copy.pitch[1] = box->slice_pitch;
	block->u.copy.pitch[2] = box->other_row_pitch;
	block->u.copy.pitch[3] = box->other_slice_pitch;
}

static void write_fill(const struct fcl_hal_request *request, const void *user,
		       struct fcl_bd_block *block)
{
	const struct fcl_hal_request *original = user;

	(void)request;
	block->work = FCL_BD_WORK_FILL;
	block->timed = 0;
	block->used = FCL_BD_BODY;
	block->u.fill.buffer = original->u.fill.buffer->number;
	block->u.fill.offset = original->u.fill.offset;
	block->u.fill.bytes = original->u.fill.bytes;
	block->u.fill.pattern_size = original->u.fill.pattern_size;
	memcpy(block->u.fill.pattern, original->u.fill.pattern, sizeof(block->u.fill.pattern));
}

/* Transfers one row in pieces of the staging area's size. */
static int move_row(struct fcl_hal_device *device, struct transfer *transfer, char *host,
		    uint64_t bytes, struct fcl_err *err)
{
	unsigned char *stage = device->shared->stage[transfer->stage];
	int error = 0;

	for (uint64_t at = 0, size; at < bytes && !error; at += size) {
		size = bytes - at < FCL_BD_STAGE ? bytes - at : FCL_BD_STAGE;
		transfer->bytes = size;
		if (transfer->work == FCL_BD_WORK_WRITE)
			memcpy(stage, host + at, size);
		error = run_piece(device, write_transfer, transfer, err);
		if (!error && transfer->work == FCL_BD_WORK_READ)
			memcpy(host + at, stage, size);
		transfer->offset += size;
	}
	return error;
}

int fcl_bd_stage(struct fcl_hal_device *device, struct fcl_hal_request *request, unsigned index,
		 struct fcl_err *err)
{
	struct transfer transfer = {.work = request->op == FCL_HAL_WRITE ? FCL_BD_WORK_WRITE
									 : FCL_BD_WORK_READ,
				    .stage = index};
	size_t row = 0, offset, other;
	int error = 0;

	if (request->op == FCL_HAL_COPY)
		return run_piece(device, write_copy, request, err);
	if (request->op == FCL_HAL_FILL)
		return run_piece(device, write_fill, request, err);
	transfer.buffer = request->u.transfer.buffer->number;
	while (!error && fcl_hal_box_next(&request->u.transfer.box, &row, &offset, &other)) {
		transfer.offset = request->u.transfer.offset + offset;
		error = move_row(device, &transfer, (char *)request->u.transfer.host + other,
				 request->u.transfer.box.region[0], err);
	}
	return error;
}
