/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/null/submit.h"

#include <errno.h>

#include "base/clock.h"
#include "hal/request.h"

static uint64_t null_submit_bytes_of(const struct fcl_hal_buffer *buffer)
{
	return buffer->bytes;
}

static const struct fcl_image *submit_image_of(const struct fcl_hal_program *program)
{
	return program->image;
}

int fcl_hal_null_submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
			uint32_t count)
{
	static const struct fcl_hal_request_facts facts = {null_submit_bytes_of, submit_image_of};

	(void)device;
	for (uint32_t i = 0; i < count; i++)
		if (!fcl_hal_request_ok(requests[i], &facts))
			return -EINVAL;
	for (uint32_t i = 0; i < count; i++) {
		struct fcl_hal_request *request = requests[i];

		if (request->flags & FCL_HAL_TIMED)
			request->start_ns = request->end_ns = fcl_now_ns();
		/* done() may free the request. */
		request->done(request, 0, NULL);
	}
	return 0;
}
