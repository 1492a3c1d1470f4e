/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_CALL_H
#define FCL_BD_CLIENT_CALL_H

#include "hal/board/client/device.h"

/*
 * Calls to the executor, one at a time. fcl_bd_call_begin() locks and returns a packet to fill in.
 * fcl_bd_call_send() sends it and receives the answer in the same packet. fcl_bd_call_end() closes
 * any descriptors left in the packet and unlocks.
 */
struct fcl_bd_packet *fcl_bd_call_begin(struct fcl_hal_device *device, enum fcl_bd_op op);
/*
 * Returns the answer's error, too. An executor that sends an invalid answer is treated as lost:
 * -EIO.
 */
int fcl_bd_call_send(struct fcl_hal_device *device, struct fcl_err *err);
void fcl_bd_call_end(struct fcl_hal_device *device);

/* A call with numbers only; `ret_v` (may be NULL) gets the answer's first number. */
int fcl_bd_call_simple(struct fcl_hal_device *device, enum fcl_bd_op op, uint64_t a, uint64_t b,
		       uint64_t c, uint64_t *ret_v, struct fcl_err *err);

#endif
