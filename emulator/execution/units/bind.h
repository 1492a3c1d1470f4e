/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_BIND_H
#define FCL_EMU_EXECUTION_BIND_H

#include "emulator/state/unit.h"
#include "hal/include/fcl_hal.h"

/* Loads a launch's arguments and range into a CU that the caller owns; no lock is needed. */
void fcl_emu_cu_bind(struct fcl_emu_cu *cu, struct fcl_hal_request *request);
/* Unbinds a launch's pipes; the board's lock is held. */
void fcl_emu_cu_unbind(struct fcl_emu_cu *cu);
/*
 * 0, or -EINVAL: the launch does not match its program. `known`: only the changed values need to be
 * checked (shift.h).
 */
int fcl_emu_launch_check(const struct fcl_hal_request *request, bool known);

#endif
