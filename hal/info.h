/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_INFO_H
#define FCL_HAL_INFO_H

#include "hal/include/fcl_hal.h"

/* Copies the facts about a board, which end with the board; free() frees them all. NULL: out of memory. */
struct fcl_hal_info *fcl_hal_info_copy(const struct fcl_hal_info *info);

/* Whether these are the facts of one board, or of two that differ in nothing that is known. */
bool fcl_hal_info_same(const struct fcl_hal_info *a, const struct fcl_hal_info *b);

#endif
