/* SPDX-License-Identifier: Apache-2.0 */
/* The backend "xrt": boards that XRT drives, and its noop device. */
#include "hal/xrt/xrt.h"

#include <errno.h>

#include "hal/request.h"
#include "hal/xrt/device.h"
#include "hal/xrt/facts.h"
#include "hal/xrt/memory/buffer.h"
#include "hal/xrt/memory/move.h"
#include "hal/xrt/memory/share.h"
#include "hal/xrt/units/launch.h"
#include "hal/xrt/units/program.h"
#include "hal/xrt/units/registers.h"

static const struct fcl_hal_info *xrt_backend_info(struct fcl_hal_device *device)
{
	return &device->info;
}

static uint64_t xrt_backend_bytes_of(const struct fcl_hal_buffer *buffer)
{
	return buffer->bytes;
}

static const struct fcl_image *xrt_backend_image_of(const struct fcl_hal_program *program)
{
	return program->image;
}

/* Whether the target of a copy is on this board, or on one that this board can send to. */
static bool can_copy(struct fcl_hal_device *device, const struct fcl_hal_request *request)
{
	return request->u.copy.source->device == device &&
	       (request->u.copy.target->device == device ||
		!fcl_xrt_peer(device, request->u.copy.target->device));
}

static int xrt_backend_submit(struct fcl_hal_device *device,
			      struct fcl_hal_request *const *requests, uint32_t count)
{
	static const struct fcl_hal_request_facts facts = {xrt_backend_bytes_of,
							   xrt_backend_image_of};

	for (uint32_t i = 0; i < count; i++)
		if (!fcl_hal_request_ok(requests[i], &facts) ||
		    (requests[i]->op == FCL_HAL_COPY && !can_copy(device, requests[i])))
			return -EINVAL;
	for (uint32_t i = 0; i < count; i++) {
		if (requests[i]->op == FCL_HAL_LAUNCH)
			fcl_xrt_launch(device, requests[i]);
		else
			fcl_xrt_move(device, requests[i]);
	}
	return 0;
}

/* Nothing to do: xrt_backend_submit() never delays a request. */
static void xrt_backend_kick(struct fcl_hal_device *device)
{
	(void)device;
}

static const struct fcl_hal_ops ops = {
	.size = sizeof(struct fcl_hal_ops),
	.version = FCL_HAL_VERSION,
	.name = "xrt",
	.real = true,
	.list = fcl_xrt_list,
	.open = fcl_xrt_open,
	.close = fcl_xrt_close,
	.info = xrt_backend_info,
	.program = fcl_xrt_program,
	.unprogram = fcl_xrt_unprogram,
	.check = fcl_xrt_check,
	.verify = fcl_xrt_verify,
	.reset = fcl_xrt_reset,
	.health = fcl_xrt_health,
	.sensor = fcl_xrt_sensor,
	.buffer_alloc = fcl_xrt_buffer_alloc,
	.buffer_free = fcl_xrt_buffer_free,
	.buffer_address = fcl_xrt_buffer_address,
	.buffer_bank = fcl_xrt_buffer_bank,
	.buffer_export = fcl_xrt_buffer_export,
	.buffer_import = fcl_xrt_buffer_import,
	.import_size = fcl_xrt_import_size,
	.submit = xrt_backend_submit,
	.kick = xrt_backend_kick,
	.progress = fcl_xrt_progress,
	.reg_read = fcl_xrt_reg_read,
	.reg_write = fcl_xrt_reg_write,
	.peer = fcl_xrt_peer,
};

__attribute__((visibility("default"))) fcl_hal_module_entry fcl_hal_module;

const struct fcl_hal_ops *fcl_hal_module(void)
{
	return &ops;
}
