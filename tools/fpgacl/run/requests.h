/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_REQUESTS_H
#define FCL_TOOL_REQUESTS_H

#include "tools/fpgacl/boards/devices.h"

struct fcl_tool_group;

/* A request that this thread waits for, and its result. */
struct fcl_tool_request {
	struct fcl_hal_request request;
	struct fcl_tool_group *group;
	int status;
	char text[sizeof(((struct fcl_err *)NULL)->text)];
};

/*
 * Runs all requests concurrently and waits for them. Returns the error of the first one that
 * failed.
 */
int fcl_tool_requests_run(const struct fcl_tool_device *device, struct fcl_tool_request *requests,
			  uint32_t count, struct fcl_err *err);

/* FCL_HAL_WRITE or FCL_HAL_READ of the first bytes of a buffer. */
int fcl_tool_transfer(const struct fcl_tool_device *device, enum fcl_hal_op op,
		      struct fcl_hal_buffer *buffer, void *host, size_t bytes, struct fcl_err *err);

/* Whether the device keeps data. The null backend checks requests, but moves no bytes. */
bool fcl_tool_keeps_bytes(const struct fcl_tool_device *device);

#endif
