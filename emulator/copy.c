/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "emulator/engine.h"

static char *at(const struct fcl_hal_buffer *buffer, uint64_t offset)
{
	return fcl_emu_buffer_host((const struct fcl_emu_buffer *)buffer) + offset;
}

/* Moves a box row by row; `to_other`: from the buffer's pitches to the other side's. */
static void move_box(char *own, char *other, const struct fcl_hal_box *box, bool to_other)
{
	size_t row = 0, own_offset, other_offset;

	while (fcl_hal_box_next(box, &row, &own_offset, &other_offset)) {
		if (to_other)
			memcpy(other + other_offset, own + own_offset, box->region[0]);
		else
			memcpy(own + own_offset, other + other_offset, box->region[0]);
	}
}

static void fill(const struct fcl_hal_request *request)
{
	char *to = at(request->u.fill.buffer, request->u.fill.offset);
	uint64_t bytes = request->u.fill.bytes, done = request->u.fill.pattern_size;

	if (!bytes)
		return;
	if (request->u.fill.pattern_size == 1) {
		memset(to, request->u.fill.pattern[0], bytes);
		return;
	}
	/* What is filled already is the pattern for the next, twice as large piece. */
	memcpy(to, request->u.fill.pattern, done);
	while (done < bytes) {
		uint64_t piece = done < bytes - done ? done : bytes - done;

		memcpy(to + done, to, piece);
		done += piece;
	}
}

void fcl_emu_copy_run(struct fcl_hal_request *request)
{
	switch (request->op) {
	case FCL_HAL_WRITE:
		move_box(at(request->u.transfer.buffer, request->u.transfer.offset),
			 request->u.transfer.host, &request->u.transfer.box, false);
		break;
	case FCL_HAL_READ:
		move_box(at(request->u.transfer.buffer, request->u.transfer.offset),
			 request->u.transfer.host, &request->u.transfer.box, true);
		break;
	case FCL_HAL_COPY:
		move_box(at(request->u.copy.source, request->u.copy.source_offset),
			 at(request->u.copy.target, request->u.copy.target_offset),
			 &request->u.copy.box, true);
		break;
	default:
		fill(request);
		break;
	}
}

static uint64_t size_of(const struct fcl_hal_buffer *buffer)
{
	return buffer ? ((const struct fcl_emu_buffer *)buffer)->size : 0;
}

static const struct fcl_emu_board *board_of(const struct fcl_hal_buffer *buffer)
{
	return ((const struct fcl_emu_buffer *)buffer)->board;
}

static bool fill_is_right(const struct fcl_hal_request *request)
{
	uint64_t size = size_of(request->u.fill.buffer), pattern = request->u.fill.pattern_size;

	return pattern && pattern <= sizeof(request->u.fill.pattern) &&
	       !(pattern & (pattern - 1)) && request->u.fill.offset % pattern == 0 &&
	       request->u.fill.bytes % pattern == 0 && request->u.fill.offset <= size &&
	       request->u.fill.bytes <= size - request->u.fill.offset;
}

bool fcl_emu_peers(const struct fcl_emu_board *board, const struct fcl_emu_board *other)
{
	return board == other || (board->desc->peer && other->desc->peer);
}

static bool copy_is_right(const struct fcl_emu_board *board, const struct fcl_hal_request *request)
{
	const struct fcl_hal_buffer *source = request->u.copy.source;
	const struct fcl_hal_buffer *target = request->u.copy.target;
	const struct fcl_hal_box *box = &request->u.copy.box;

	return source && target && board_of(source) == board &&
	       fcl_emu_peers(board, board_of(target)) &&
	       fcl_hal_box_fits(box, false, request->u.copy.source_offset, size_of(source)) &&
	       fcl_hal_box_fits(box, true, request->u.copy.target_offset, size_of(target));
}

int fcl_emu_copy_check(const struct fcl_emu_board *board, const struct fcl_hal_request *request)
{
	bool right;

	switch (request->op) {
	case FCL_HAL_WRITE:
	case FCL_HAL_READ:
		right = request->u.transfer.buffer && request->u.transfer.host &&
			fcl_hal_box_fits(&request->u.transfer.box, false,
					 request->u.transfer.offset,
					 size_of(request->u.transfer.buffer)) &&
			fcl_hal_box_fits(&request->u.transfer.box, true, 0, UINT64_MAX);
		break;
	case FCL_HAL_COPY:
		right = copy_is_right(board, request);
		break;
	default:
		right = request->op == FCL_HAL_FILL && request->u.fill.buffer &&
			fill_is_right(request);
		break;
	}
	return right ? 0 : -EINVAL;
}

uint64_t fcl_emu_copy_bytes(const struct fcl_hal_request *request)
{
	const struct fcl_hal_box *box = request->op == FCL_HAL_COPY ? &request->u.copy.box
								    : &request->u.transfer.box;

	if (request->op == FCL_HAL_FILL)
		return request->u.fill.bytes;
	return box->region[0] * box->region[1] * box->region[2];
}
