/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/memory/inner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hal/box.h"
#include "hal/pcie/memory/transfer.h"

enum { PIECE = 1 << 20 }; /* bytes; a multiple of every pattern */

static size_t least_of(size_t one, size_t other)
{
	return one < other ? one : other;
}

static void *inner_room(size_t bytes, struct fcl_err *err)
{
	void *room = malloc(bytes);

	if (!room)
		fcl_err_set(err, -ENOMEM, "no memory for %zu bytes on their way", bytes);
	return room;
}

/* --- copying ---------------------------------------------------------------------------------- */

struct copying {
	struct fcl_hal_device *device;
	struct fcl_pcie_path *paths[2]; /* from the card, to the card */
	struct fcl_hal_box box;
	struct fcl_hal_request requests[2];
	struct fcl_err *err;
};

/* Rows that are packed in the host's memory; `at` and `other_at` are relative to the boxes. */
static int copy_piece(struct copying *copying, size_t at, size_t other_at, size_t width,
		      size_t rows)
{
	const struct fcl_hal_box *box = &copying->box;
	const size_t offsets[] = {at, other_at}, pitches[] = {box->row_pitch, box->other_row_pitch};
	int error = 0;

	for (int i = 0; i < 2 && !error; i++) {
		struct fcl_hal_request request = copying->requests[i];

		request.u.transfer.offset += offsets[i];
		request.u.transfer.box = (struct fcl_hal_box){
			{width, rows, 1}, pitches[i], pitches[i] * rows, width, width * rows};
		error = fcl_pcie_transfer(copying->device, copying->paths[i], &request,
					  copying->err);
	}
	return error;
}

/* Whole rows, as many as fit; rows that are longer than a piece, in pieces. */
static int copy_slice(struct copying *copying, size_t slice)
{
	const struct fcl_hal_box *box = &copying->box;
	size_t width = least_of(box->region[0], PIECE), most = PIECE / width;
	int error = 0;

	for (size_t row = 0, rows; row < box->region[1] && !error; row += rows) {
		size_t at = slice * box->slice_pitch + row * box->row_pitch;
		size_t other_at = slice * box->other_slice_pitch + row * box->other_row_pitch;

		rows = width < box->region[0] ? 1 : least_of(box->region[1] - row, most);
		for (size_t x = 0; x < box->region[0] && !error; x += width)
			error = copy_piece(copying, at + x, other_at + x,
					   least_of(box->region[0] - x, width), rows);
	}
	return error;
}

int fcl_pcie_copy(struct fcl_hal_device *device, struct fcl_pcie_path *from_card,
		  struct fcl_pcie_path *to_card, const struct fcl_hal_request *request,
		  struct fcl_err *err)
{
	struct copying copying = {.device = device,
				  .paths = {from_card, to_card},
				  .box = fcl_hal_box_joined(&request->u.copy.box),
				  .requests = {{.op = FCL_HAL_READ}, {.op = FCL_HAL_WRITE}},
				  .err = err};
	void *room = inner_room(PIECE, err);
	int error = room ? 0 : -ENOMEM;

	copying.requests[0].u.transfer.buffer = request->u.copy.source;
	copying.requests[0].u.transfer.offset = request->u.copy.source_offset;
	copying.requests[1].u.transfer.buffer = request->u.copy.target;
	copying.requests[1].u.transfer.offset = request->u.copy.target_offset;
	copying.requests[0].u.transfer.host = copying.requests[1].u.transfer.host = room;
	for (size_t slice = 0; slice < copying.box.region[2] && !error; slice++)
		error = copy_slice(&copying, slice);
	free(room);
	return error;
}

/* --- filling ---------------------------------------------------------------------------------- */

int fcl_pcie_fill(struct fcl_hal_device *device, struct fcl_pcie_path *to_card,
		  const struct fcl_hal_request *request, struct fcl_err *err)
{
	size_t size = least_of(request->u.fill.bytes, PIECE),
	       pattern = request->u.fill.pattern_size;
	struct fcl_hal_request write = {.op = FCL_HAL_WRITE};
	char *room = size ? inner_room(size, err) : NULL;
	int error = size && !room ? -ENOMEM : 0;

	write.u.transfer.buffer = request->u.fill.buffer;
	write.u.transfer.host = room;
	for (size_t at = 0; room && at < size; at += pattern)
		memcpy(room + at, request->u.fill.pattern, pattern);
	for (uint64_t at = 0; at < request->u.fill.bytes && !error; at += size) {
		write.u.transfer.offset = request->u.fill.offset + at;
		write.u.transfer.box =
			fcl_hal_linear_box(least_of(request->u.fill.bytes - at, size));
		error = fcl_pcie_transfer(device, to_card, &write, err);
	}
	free(room);
	return error;
}
