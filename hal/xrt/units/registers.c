/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/units/registers.h"

#include <errno.h>

#include "hal/xrt/units/launch.h"
#include "hal/xrt/units/program.h"
#include "hal/xrt/xrt.h"

/*
 * XRT gives access to a CU's registers only to a process that has opened the CU exclusively, while
 * launches share CUs with other processes. So a CU is reopened exclusively when its registers are
 * first accessed; later launches use the new handle. A free-running CU is opened for its registers
 * only. device->registers is held in all functions here.
 */

static int open_kernel(struct fcl_hal_device *device, struct fcl_hal_program *program,
		       uint32_t index, enum fcl_xrt_access access, struct fcl_err *err)
{
	struct fcl_xrt_cu *cu = &program->cus[index];
	char name[512];
	int error = fcl_xrt_cu_name(program->image, index, name, sizeof(name), err);

	if (error)
		return error;
	return device->calls->kernel_open(device->xrt, program->image->uuid, name, access,
					  &cu->kernel, err);
}

static void close_kernel(struct fcl_hal_device *device, struct fcl_xrt_cu *cu)
{
	while (cu->nidle)
		device->calls->run_destroy(cu->idle[--cu->nidle]);
	device->calls->kernel_close(cu->kernel);
	cu->kernel = NULL;
}

/* The CU is reserved, so no other thread is using its kernel or runs. */
static int exchange_kernel(struct fcl_hal_device *device, struct fcl_hal_program *program,
			   uint32_t index, struct fcl_err *err)
{
	struct fcl_xrt_cu *cu = &program->cus[index];
	int error;

	close_kernel(device, cu);
	error = open_kernel(device, program, index, FCL_XRT_EXCLUSIVE, err);
	if (error)
		open_kernel(device, program, index, FCL_XRT_SHARED, NULL);
	cu->exclusive = !error;
	return error;
}

static int own_kernel(struct fcl_hal_device *device, struct fcl_hal_program *program,
		      uint32_t index, struct fcl_err *err)
{
	struct fcl_xrt_cu *cu = &program->cus[index];
	int error;

	if (cu->exclusive)
		return 0;
	if (!fcl_xrt_cu_reserve(device, cu))
		return fcl_err_set(
			err, -EBUSY,
			"compute unit %s is running: its registers cannot be opened until it is idle",
			program->image->cus[index].name);
	error = exchange_kernel(device, program, index, err);
	fcl_xrt_cu_release(device, cu);
	return error;
}

static int own_ip(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t index,
		  struct fcl_err *err)
{
	struct fcl_xrt_cu *cu = &program->cus[index];
	char name[512];
	int error;

	if (cu->ip)
		return 0;
	error = fcl_xrt_cu_name(program->image, index, name, sizeof(name), err);
	if (error)
		return error;
	return device->calls->ip_open(device->xrt, program->image->uuid, name, &cu->ip, err);
}

static int open_registers(struct fcl_hal_device *device, struct fcl_hal_program *program,
			  uint32_t index, uint32_t offset, struct fcl_err *err)
{
	if (device->noop)
		return fcl_err_set(err, -EOPNOTSUPP, "XRT's noop device has no registers");
	if (index >= program->image->ncus)
		return fcl_err_set(err, -EINVAL,
				   "compute unit %u was requested, but the image has %u", index,
				   program->image->ncus);
	if (offset % 4)
		return fcl_err_set(err, -EINVAL,
				   "expected a register offset that is a multiple of 4, found %#x",
				   offset);
	if (program->image->cus[index].base == UINT64_MAX)
		return fcl_err_set(err, -EINVAL, "compute unit %s has no registers",
				   program->image->cus[index].name);
	if (program->image->cus[index].control == FCL_CONTROL_NONE)
		return own_ip(device, program, index, err);
	return own_kernel(device, program, index, err);
}

int fcl_xrt_reg_read(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t cu,
		     uint32_t offset, uint32_t *ret_value, struct fcl_err *err)
{
	const struct fcl_xrt_cu *unit;
	int error;

	pthread_mutex_lock(&device->registers);
	error = open_registers(device, program, cu, offset, err);
	unit = error ? NULL : &program->cus[cu];
	if (unit)
		error = unit->ip ? device->calls->ip_read(unit->ip, offset, ret_value, err)
				 : device->calls->kernel_read(unit->kernel, offset, ret_value, err);
	pthread_mutex_unlock(&device->registers);
	return error;
}

int fcl_xrt_reg_write(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t cu,
		      uint32_t offset, uint32_t value, struct fcl_err *err)
{
	const struct fcl_xrt_cu *unit;
	int error;

	pthread_mutex_lock(&device->registers);
	error = open_registers(device, program, cu, offset, err);
	unit = error ? NULL : &program->cus[cu];
	if (unit)
		error = unit->ip ? device->calls->ip_write(unit->ip, offset, value, err)
				 : device->calls->kernel_write(unit->kernel, offset, value, err);
	pthread_mutex_unlock(&device->registers);
	return error;
}
