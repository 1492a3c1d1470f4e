/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DEVICES_H
#define FCL_TOOL_DEVICES_H

#include "hal/include/fcl_hal.h"

/* An open board. */
struct fcl_tool_device {
	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *board;
	const struct fcl_hal_info *info;
	char name[300]; /* "emu:u250" */
};

/*
 * Opens an offered device by any of its names (devices/identity.h), or "backend:board" such as
 * emu:u250. Prints the reason on failure.
 */
bool fcl_tool_open(const char *name, struct fcl_tool_device *ret_device);
void fcl_tool_close(struct fcl_tool_device *device);

/* The name of a bit of enum fcl_hal_cap; NULL past the last one. */
const char *fcl_tool_capability(unsigned bit);

/* "54 C", "54 C (injected)" or "not available" */
void fcl_tool_sensor_text(const struct fcl_hal_sensor *sensor, char *ret_text, size_t size);
/* The member "sensors" of a JSON object. */
struct fcl_text;
void fcl_tool_put_sensors(struct fcl_text *out, const struct fcl_hal_ops *hal,
			  struct fcl_hal_device *board);

int fcl_tool_list(void);
int fcl_tool_info_device(const char *name);
int fcl_tool_reset(const char *device, bool json);

#endif
