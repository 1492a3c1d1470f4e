/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_INFO_H
#define FCL_HAL_INFO_H

#include "hal/include/fcl_hal.h"

/*
 * Copies the facts, which are otherwise freed with the board, to one block for free(). NULL: out of
 * memory.
 */
struct fcl_hal_info *fcl_hal_info_copy(const struct fcl_hal_info *info);

/* Whether these describe the same board, or two boards that cannot be told apart. */
bool fcl_hal_info_same(const struct fcl_hal_info *a, const struct fcl_hal_info *b);

#endif
