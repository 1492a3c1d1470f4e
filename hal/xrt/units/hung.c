/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/units/hung.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hal/xrt/library/json.h"
#include "hal/xrt/units/program.h"

static const struct fcl_xrt_launch *hung_launch_of(const struct fcl_hal_request *request)
{
	return (const struct fcl_xrt_launch *)(const void *)request->scratch;
}

bool fcl_xrt_is_hung(const struct fcl_xrt_launches *launches, const struct fcl_hal_request *request,
		     uint64_t now_ns)
{
	const struct fcl_xrt_launch *launch = hung_launch_of(request);
	const struct fcl_hal_program *program = request->u.launch.program;
	uint64_t ended_ns = program->cus[launch->cu].ended_ns;
	uint64_t since_ns = ended_ns > launch->started_ns ? ended_ns : launch->started_ns;

	if (launches->limit_ns && now_ns > since_ns && now_ns - since_ns > launches->limit_ns)
		program->broken[launch->cu] = true;
	return program->broken[launch->cu];
}

/* Looks for one CU's control register in XRT's report on the loaded image. */
struct control {
	const char *wanted; /* "kernel:cu" */
	bool here;          /* the object being read is that CU's */
	char mask[16];      /* such as "0x1" */
};

static void control_value(void *user, const char *path, const char *value)
{
	struct control *control = user;
	const char *key = strrchr(path, ']');

	if (!key)
		return;
	if (!strcmp(key, "].name"))
		control->here = !strcmp(value, control->wanted);
	else if (control->here && !strcmp(key, "].status.bit_mask"))
		snprintf(control->mask, sizeof(control->mask), "%s", value);
}

/* Writes a clause that says what the control register reads, or that XRT does not report it. */
static void describe_control(struct fcl_hal_device *device, const char *name, char *ret_text,
			     size_t size)
{
	static const char *const bits[] = {"ap_start", "ap_done", "ap_idle", "ap_ready"};
	struct control control = {.wanted = name};
	char *report = NULL;
	unsigned long value;
	size_t used;

	if (!device->calls->device_text(device->xrt, FCL_XRT_UNITS, &report, NULL))
		fcl_xrt_json_walk(report, control_value, &control);
	free(report);
	if (!control.mask[0]) {
		snprintf(ret_text, size, "XRT does not report its control register");
		return;
	}
	value = strtoul(control.mask, NULL, 16);
	used = (size_t)snprintf(ret_text, size, "its control register reads %#lx", value);
	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]) && used < size; i++)
		if (value >> i & 1)
			used += (size_t)snprintf(ret_text + used, size - used, ", %s", bits[i]);
}

int fcl_xrt_hung_error(struct fcl_hal_device *device, const struct fcl_hal_request *request,
		       struct fcl_err *err)
{
	const struct fcl_image *image = request->u.launch.program->image;
	uint32_t cu = hung_launch_of(request)->cu;
	const char *kernel = image->kernels[image->cus[cu].kernel].name;
	char name[512], control[128];

	snprintf(name, sizeof(name), "%s:%s", kernel, image->cus[cu].name);
	describe_control(device, name, control, sizeof(control));
	return fcl_err_set(
		err, -ETIMEDOUT,
		"nothing has ended for the %" PRIu64
		" s that FPGACL_TIMEOUT_S allows; %s; the compute unit is not used again until the board is reset with `xbutil reset --device %s`",
		device->launches.limit_ns / 1000000000u, control, device->bdf);
}

int fcl_xrt_broken_error(struct fcl_hal_device *device, const struct fcl_hal_request *request,
			 struct fcl_err *err)
{
	return fcl_err_set(
		err, -EIO,
		"%s hung in an earlier launch, and is not used again until the board is reset with `xbutil reset --device %s`",
		request->u.launch.ncus > 1 ? "each of the kernel's compute units"
					   : "the compute unit",
		device->bdf);
}
