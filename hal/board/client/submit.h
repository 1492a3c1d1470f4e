/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_SUBMIT_H
#define FCL_BD_CLIENT_SUBMIT_H

#include "hal/board/client/device.h"

/* The ops submit() and progress(). */
int fcl_bd_submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
		  uint32_t count);
int fcl_bd_progress(struct fcl_hal_device *device, const void *tag);

/* Pops finished requests from the executor's ring and completes them; returns their number. */
unsigned fcl_bd_drain(struct fcl_hal_device *device);

/* Fails all requests in flight on an executor that is gone. */
void fcl_bd_fail_all(struct fcl_hal_device *device);

/* Completes a request with the board's error. */
void fcl_bd_fail(struct fcl_hal_device *device, struct fcl_hal_request *request);

/* Marks all blocks as free; there must be no executor. */
void fcl_bd_blocks_reset(struct fcl_hal_device *device);

/* The thread that pops finished requests while no thread waits in progress(). */
void *fcl_bd_reader(void *device);

/* Writes a request's description into its block. */
typedef void fcl_bd_fill(const struct fcl_hal_request *request, const void *user,
			 struct fcl_bd_block *block);

/*
 * Submits a request. If no block is free, a launch is parked until one is; other requests get
 * -EAGAIN. If the executor is gone, the request ends at once with an error.
 */
int fcl_bd_push_request(struct fcl_hal_device *device, struct fcl_hal_request *request,
			fcl_bd_fill *fill, const void *user);

#endif
