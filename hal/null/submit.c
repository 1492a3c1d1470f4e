/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "hal/null/null.h"

static bool transfer_ok(const struct fcl_hal_request *request)
{
	const struct fcl_hal_buffer *buffer = request->u.transfer.buffer;

	return buffer && request->u.transfer.host &&
	       fcl_hal_box_fits(&request->u.transfer.box, false, request->u.transfer.offset,
				buffer->bytes) &&
	       fcl_hal_box_fits(&request->u.transfer.box, true, 0, SIZE_MAX);
}

static bool copy_ok(const struct fcl_hal_request *request)
{
	const struct fcl_hal_buffer *source = request->u.copy.source;
	const struct fcl_hal_buffer *target = request->u.copy.target;

	return source && target &&
	       fcl_hal_box_fits(&request->u.copy.box, false, request->u.copy.source_offset,
				source->bytes) &&
	       fcl_hal_box_fits(&request->u.copy.box, true, request->u.copy.target_offset,
				target->bytes);
}

static bool fill_ok(const struct fcl_hal_request *request)
{
	const struct fcl_hal_buffer *buffer = request->u.fill.buffer;
	uint32_t size = request->u.fill.pattern_size;

	return buffer && size && size <= sizeof(request->u.fill.pattern) && !(size & (size - 1)) &&
	       !(request->u.fill.offset % size) && request->u.fill.bytes &&
	       !(request->u.fill.bytes % size) && request->u.fill.offset <= buffer->bytes &&
	       request->u.fill.bytes <= buffer->bytes - request->u.fill.offset;
}

static bool arg_ok(const struct fcl_hal_arg *arg, uint32_t index)
{
	if (arg->index != index)
		return false;
	if (arg->kind == FCL_HAL_ARG_BUFFER)
		return !arg->u.buffer || arg->offset < arg->u.buffer->bytes;
	if (arg->kind == FCL_HAL_ARG_BYTES)
		return arg->u.bytes && arg->size;
	return arg->kind == FCL_HAL_ARG_LOCAL;
}

static bool launch_ok(const struct fcl_hal_request *request)
{
	const struct fcl_hal_program *program = request->u.launch.program;
	const struct fcl_image *image;

	if (!program || request->u.launch.kernel >= program->image->nkernels)
		return false;
	image = program->image;
	if (!request->u.launch.ncus ||
	    request->u.launch.nargs != image->kernels[request->u.launch.kernel].nargs)
		return false;
	for (uint32_t i = 0; i < request->u.launch.ncus; i++) {
		uint32_t cu = request->u.launch.cus[i];

		if (cu >= image->ncus || image->cus[cu].kernel != request->u.launch.kernel)
			return false;
	}
	for (uint32_t i = 0; i < request->u.launch.nargs; i++)
		if (!arg_ok(&request->u.launch.args[i], i))
			return false;
	return request->u.launch.range.work_dim - 1 < 3;
}

static bool request_ok(const struct fcl_hal_request *request)
{
	switch (request->op) {
	case FCL_HAL_WRITE:
	case FCL_HAL_READ:
		return transfer_ok(request);
	case FCL_HAL_COPY:
		return copy_ok(request);
	case FCL_HAL_FILL:
		return fill_ok(request);
	case FCL_HAL_LAUNCH:
		return launch_ok(request);
	}
	return false;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int fcl_hal_null_submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
			uint32_t count)
{
	(void)device;
	for (uint32_t i = 0; i < count; i++)
		if (!request_ok(requests[i]))
			return -EINVAL;
	for (uint32_t i = 0; i < count; i++) {
		struct fcl_hal_request *request = requests[i];

		if (request->flags & FCL_HAL_TIMED)
			request->start_ns = request->end_ns = now_ns();
		/* The request may be gone when done() returns. */
		request->done(request, 0, NULL);
	}
	return 0;
}
