/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_FLIGHT_H
#define FCL_BD_CLIENT_FLIGHT_H

#include "hal/board/client/device.h"

/* Requests on the executor: in its blocks, or parked until one is free. */

/* Pops finished requests from the executor's ring and completes them; returns their number. */
unsigned fcl_bd_drain(struct fcl_hal_device *device);

/* Fails all requests in flight on an executor that is gone. */
void fcl_bd_fail_all(struct fcl_hal_device *device);

/* Completes a request with the board's error. */
void fcl_bd_fail(struct fcl_hal_device *device, struct fcl_hal_request *request);

/* Marks all blocks as free; there must be no executor. */
void fcl_bd_blocks_reset(struct fcl_hal_device *device);

/* Writes a request's description into its block. */
typedef void fcl_bd_fill(const struct fcl_hal_request *request, const void *user,
			 struct fcl_bd_block *block);

/*
 * Submits a request. If no block is free, a launch is parked until one is; other requests get
 * -EAGAIN. If the executor is gone, the request ends at once with an error.
 */
int fcl_bd_push_request(struct fcl_hal_device *device, struct fcl_hal_request *request,
			fcl_bd_fill *fill, const void *user);

/* 0; -EIO: the executor is gone; -ENODEV: the board process is gone. */
int fcl_bd_health(struct fcl_hal_device *device, struct fcl_err *err);

/* Records that the executor or the board process is gone, and ends all requests in flight on it. */
void fcl_bd_lost(struct fcl_hal_device *device, enum fcl_bd_health health, const char *why);

#endif
