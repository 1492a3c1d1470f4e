/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/backend.h"

#include <errno.h>

#include "hal/pcie/device.h"
#include "hal/pcie/memory/buffer.h"
#include "hal/pcie/memory/dma.h"
#include "hal/pcie/memory/move.h"
#include "hal/pcie/units/launch.h"
#include "hal/pcie/units/program.h"
#include "hal/request.h"

static const struct fcl_hal_info *pcie_backend_info(struct fcl_hal_device *device)
{
	return &device->info;
}

static uint64_t backend_bytes_of(const struct fcl_hal_buffer *buffer)
{
	return buffer->bytes;
}

static const struct fcl_image *backend_image_of(const struct fcl_hal_program *program)
{
	return program->image;
}

static int pcie_backend_submit(struct fcl_hal_device *device,
			       struct fcl_hal_request *const *requests, uint32_t count)
{
	static const struct fcl_hal_request_facts facts = {backend_bytes_of, backend_image_of};

	if (fcl_pcie_is_gone(device->transport))
		return -ENODEV;
	for (uint32_t i = 0; i < count; i++)
		if (!fcl_hal_request_ok(requests[i], &facts))
			return -EINVAL;
	for (uint32_t i = 0; i < count; i++)
		if (requests[i]->op == FCL_HAL_LAUNCH)
			fcl_pcie_launch(device, requests[i]);
		else
			fcl_pcie_move(device, requests[i]);
	return 0;
}

static void pcie_backend_kick(struct fcl_hal_device *device)
{
	fcl_pcie_move_kick(device);
	fcl_pcie_launch_kick(device);
}

static int pcie_backend_progress(struct fcl_hal_device *device, const void *tag)
{
	return fcl_pcie_move_progress(device, tag) || fcl_pcie_launch_progress(device, tag);
}

const struct fcl_hal_ops fcl_hal_pcie_backend = {
	.size = sizeof(struct fcl_hal_ops),
	.version = FCL_HAL_VERSION,
	.name = "pcie",
	.real = true,
	.list = fcl_pcie_list,
	.open = fcl_pcie_open,
	.close = fcl_pcie_close,
	.info = pcie_backend_info,
	.program = fcl_pcie_program,
	.unprogram = fcl_pcie_unprogram,
	.check = fcl_pcie_check,
	.verify = fcl_pcie_verify,
	.reset = fcl_pcie_reset,
	.health = fcl_pcie_health,
	.buffer_alloc = fcl_pcie_buffer_alloc,
	.buffer_free = fcl_pcie_buffer_free,
	.buffer_address = fcl_pcie_buffer_address,
	.buffer_bank = fcl_pcie_buffer_bank,
	.host_alloc = fcl_pcie_host_alloc,
	.host_free = fcl_pcie_host_free,
	.host_register = fcl_pcie_host_register,
	.host_unregister = fcl_pcie_host_unregister,
	.submit = pcie_backend_submit,
	.kick = pcie_backend_kick,
	.progress = pcie_backend_progress,
	.reg_read = fcl_pcie_reg_read,
	.reg_write = fcl_pcie_reg_write,
};
