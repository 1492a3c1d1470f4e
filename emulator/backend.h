/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_BACKEND_H
#define FCL_EMU_BACKEND_H

#include "hal/include/fcl_hal.h"

/* Emulated boards: all boards of board_support, with all capabilities. */
extern const struct fcl_hal_ops fcl_emu_backend;

#endif
