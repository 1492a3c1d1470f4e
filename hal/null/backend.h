/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_NULL_BACKEND_H
#define FCL_HAL_NULL_BACKEND_H

#include "hal/include/fcl_hal.h"

/*
 * The backend "null" has every type of board in board_support, but no hardware or model behind it.
 * Requests are checked and complete inside submit(); nothing is transferred or computed, and device
 * memory is only accounted. The run time of a host program here is the cost of the runtime. Images
 * for any target are accepted.
 */
extern const struct fcl_hal_ops fcl_hal_null_backend;

#endif
