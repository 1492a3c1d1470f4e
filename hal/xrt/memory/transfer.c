/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/memory/transfer.h"

#include <errno.h>
#include <string.h>

#include "hal/box.h"
#include "hal/request.h"
#include "hal/xrt/memory/buffer.h"
#include "hal/xrt/memory/share.h"
#include "hal/xrt/xrt.h"

/*
 * Every byte passes through the host side of a bo. Rows are synced one at a time: a range that
 * includes the gaps between rows would overwrite bytes that another request has just written.
 */

static int sync(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer, bool to_device,
		uint64_t offset, uint64_t bytes, struct fcl_err *err)
{
	/* XRT does not check ranges; requests were checked against the buffer's size. */
	return buffer->bo ? device->calls->bo_sync(buffer->bo, to_device, offset, bytes, err) : 0;
}

static int transfer_no_memory(const struct fcl_hal_buffer *buffer, struct fcl_err *err)
{
	return fcl_err_set(err, -ENOMEM,
			   "no host memory for a buffer of %llu bytes that is not on the board",
			   (unsigned long long)buffer->bytes);
}

static int transfer(struct fcl_hal_device *device, struct fcl_hal_request *request,
		    struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer = request->u.transfer.buffer;
	const struct fcl_hal_box box = fcl_hal_box_joined(&request->u.transfer.box);
	unsigned char *ours = fcl_xrt_buffer_host(buffer), *theirs = request->u.transfer.host;
	size_t row = 0, offset, other;
	int error = ours ? 0 : transfer_no_memory(buffer, err);

	while (!error && fcl_hal_box_next(&box, &row, &offset, &other)) {
		uint64_t at = request->u.transfer.offset + offset;

		if (request->op == FCL_HAL_WRITE)
			memmove(ours + at, theirs + other, box.region[0]);
		error = sync(device, buffer, request->op == FCL_HAL_WRITE, at, box.region[0], err);
		if (!error && request->op == FCL_HAL_READ)
			memmove(theirs + other, ours + at, box.region[0]);
	}
	return error;
}

/* Copies one row between buffers, on the board if it supports that. */
static int copy_row(struct fcl_hal_device *device, const struct fcl_hal_request *request,
		    uint64_t source_at, uint64_t target_at, size_t bytes, struct fcl_err *err)
{
	struct fcl_hal_buffer *source = request->u.copy.source, *target = request->u.copy.target;
	unsigned char *from, *to;
	int error;

	if (target->device != device)
		return fcl_xrt_send(source, source_at, target, target_at, bytes, err);
	from = fcl_xrt_buffer_host(source);
	to = fcl_xrt_buffer_host(target);
	if (!from || !to)
		return transfer_no_memory(from ? target : source, err);
	if (device->m2m && source->bo && target->bo)
		return device->calls->bo_copy(target->bo, source->bo, bytes, target_at, source_at,
					      err);
	error = sync(device, source, false, source_at, bytes, err);
	if (error)
		return error;
	memmove(to + target_at, from + source_at, bytes);
	return sync(device, target, true, target_at, bytes, err);
}

static int transfer_copy(struct fcl_hal_device *device, struct fcl_hal_request *request,
			 struct fcl_err *err)
{
	const struct fcl_hal_box box = fcl_hal_box_joined(&request->u.copy.box);
	size_t row = 0, offset, other;
	int error = 0;

	while (!error && fcl_hal_box_next(&box, &row, &offset, &other))
		error = copy_row(device, request, request->u.copy.source_offset + offset,
				 request->u.copy.target_offset + other, box.region[0], err);
	return error;
}

static int transfer_fill(struct fcl_hal_device *device, struct fcl_hal_request *request,
			 struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer = request->u.fill.buffer;
	unsigned char *to = fcl_xrt_buffer_host(buffer);

	if (!to)
		return transfer_no_memory(buffer, err);
	fcl_hal_request_fill(request, to + request->u.fill.offset);
	return sync(device, buffer, true, request->u.fill.offset, request->u.fill.bytes, err);
}

int fcl_xrt_transfer(struct fcl_hal_device *device, struct fcl_hal_request *request,
		     struct fcl_err *err)
{
	switch (request->op) {
	case FCL_HAL_COPY:
		return transfer_copy(device, request, err);
	case FCL_HAL_FILL:
		return transfer_fill(device, request, err);
	default:
		return transfer(device, request, err);
	}
}
