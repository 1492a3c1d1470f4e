/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_SUBMIT_H
#define FCL_BD_CLIENT_SUBMIT_H

#include "hal/board/client/device.h"

/* The ops submit() and progress(). */
int fcl_bd_submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
		  uint32_t count);
int fcl_bd_progress(struct fcl_hal_device *device, const void *tag);

/* Takes what the executor has ended and reports it; returns how many requests. */
unsigned fcl_bd_drain(struct fcl_hal_device *device);

/* Ends all requests that are on their way to an executor that is gone. */
void fcl_bd_fail_all(struct fcl_hal_device *device);

/* Ends a request with what is wrong with the board. */
void fcl_bd_fail(struct fcl_hal_device *device, struct fcl_hal_request *request);

/* The blocks are all free: no executor uses them. */
void fcl_bd_blocks_reset(struct fcl_hal_device *device);

/* The body of a thread that takes what has ended while nobody waits in progress(). */
void *fcl_bd_reader(void *device);

/* Writes a request's work into its block. */
typedef void fcl_bd_fill(const struct fcl_hal_request *request, const void *user,
			 struct fcl_bd_block *block);

/*
 * Puts a request on its way. Where no block is free, a launch waits for one; for another request that is
 * -EAGAIN. If the executor is gone it ends at once, with an error.
 */
int fcl_bd_push_request(struct fcl_hal_device *device, struct fcl_hal_request *request,
			fcl_bd_fill *fill, const void *user);

#endif
