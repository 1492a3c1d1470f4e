/* SPDX-License-Identifier: Apache-2.0 */
/* A backend module: the null backend, which fails on demand. */
#include <errno.h>
#include <string.h>

#include "hal/include/fcl_hal.h"
#include "hal/null/backend.h"
#include "host_tests/api/api_faults.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT struct api_faults fcl_api_faults;
EXPORT fcl_hal_module_entry fcl_hal_module;

static int health(struct fcl_hal_device *device, struct fcl_err *err)
{
	int is_u50 = !strcmp(fcl_hal_null_backend.info(device)->board, "u50");

	(void)err;
	return fcl_api_faults.health[is_u50];
}

static int program(struct fcl_hal_device *device, uint32_t slot, struct fcl_image *image,
		   struct fcl_hal_program **ret_program, struct fcl_err *err)
{
	if (fcl_api_faults.program)
		return fcl_err_set(err, fcl_api_faults.program, "the test wants no program");
	return fcl_hal_null_backend.program(device, slot, image, ret_program, err);
}

static int buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *of, uint32_t bank,
			uint64_t bytes, struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	if (fcl_api_faults.alloc)
		return fcl_err_set(err, fcl_api_faults.alloc, "the test wants no buffer");
	return fcl_hal_null_backend.buffer_alloc(device, of, bank, bytes, ret_buffer, err);
}

static int submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
		  uint32_t count)
{
	int status = fcl_api_faults.done;

	if (fcl_api_faults.submit)
		return fcl_api_faults.submit;
	if (!status)
		return fcl_hal_null_backend.submit(device, requests, count);
	for (uint32_t i = 0; i < count; i++)
		requests[i]->done(requests[i], status, "the test wants it to fail");
	return 0;
}

const struct fcl_hal_ops *fcl_hal_module(void)
{
	static struct fcl_hal_ops ops;

	ops = fcl_hal_null_backend;
	ops.name = "faulty";
	ops.health = health;
	ops.program = program;
	ops.buffer_alloc = buffer_alloc;
	ops.submit = submit;
	return &ops;
}
