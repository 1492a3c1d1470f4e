/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/memory/copy.h"

#include <errno.h>

#include "emulator/memory/memory.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"
#include "hal/box.h"
#include "hal/request.h"

char *fcl_emu_copy_at(const struct fcl_hal_buffer *buffer, uint64_t offset)
{
	return fcl_emu_buffer_host((const struct fcl_emu_buffer *)buffer) + offset;
}

void fcl_emu_copy_run(struct fcl_hal_request *request)
{
	switch (request->op) {
	case FCL_HAL_WRITE:
		fcl_hal_box_move(
			fcl_emu_copy_at(request->u.transfer.buffer, request->u.transfer.offset),
			request->u.transfer.host, &request->u.transfer.box, false);
		break;
	case FCL_HAL_READ:
		fcl_hal_box_move(
			fcl_emu_copy_at(request->u.transfer.buffer, request->u.transfer.offset),
			request->u.transfer.host, &request->u.transfer.box, true);
		break;
	case FCL_HAL_COPY:
		fcl_hal_box_move(
			fcl_emu_copy_at(request->u.copy.source, request->u.copy.source_offset),
			fcl_emu_copy_at(request->u.copy.target, request->u.copy.target_offset),
			&request->u.copy.box, true);
		break;
	default:
		fcl_hal_request_fill(
			request, fcl_emu_copy_at(request->u.fill.buffer, request->u.fill.offset));
		break;
	}
}

static const struct fcl_emu_board *copy_board_of(const struct fcl_hal_buffer *buffer)
{
	return ((const struct fcl_emu_buffer *)buffer)->board;
}

bool fcl_emu_peers(const struct fcl_emu_board *board, const struct fcl_emu_board *other)
{
	return board == other || (board->desc->peer && other->desc->peer);
}

static uint64_t copy_bytes_of(const struct fcl_hal_buffer *buffer)
{
	return ((const struct fcl_emu_buffer *)buffer)->size;
}

int fcl_emu_copy_check(const struct fcl_emu_board *board, const struct fcl_hal_request *request)
{
	static const struct fcl_hal_request_facts facts = {.bytes = copy_bytes_of};

	if (!fcl_hal_request_ok(request, &facts))
		return -EINVAL;
	if (request->op == FCL_HAL_COPY &&
	    (copy_board_of(request->u.copy.source) != board ||
	     !fcl_emu_peers(board, copy_board_of(request->u.copy.target))))
		return -EINVAL;
	return 0;
}

uint64_t fcl_emu_copy_bytes(const struct fcl_hal_request *request)
{
	const struct fcl_hal_box *box = request->op == FCL_HAL_COPY ? &request->u.copy.box
								    : &request->u.transfer.box;

	if (request->op == FCL_HAL_FILL)
		return request->u.fill.bytes;
	return box->region[0] * box->region[1] * box->region[2];
}
