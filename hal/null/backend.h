/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_NULL_BACKEND_H
#define FCL_HAL_NULL_BACKEND_H

#include "hal/include/fcl_hal.h"

/*
 * The backend "null": any board of board_support, without the board. Every request is checked and
 * completes at once, inside submit(); nothing is moved or computed, and device memory is only
 * counted. What a host program costs here is the cost of the runtime. Takes images for any target.
 */
extern const struct fcl_hal_ops fcl_hal_null_backend;

#endif
