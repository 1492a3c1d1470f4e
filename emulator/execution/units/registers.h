/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_REGISTERS_H
#define FCL_EMU_EXECUTION_REGISTERS_H

#include "emulator/state/board.h"

/* Register accesses of a CU, as over AXI4-Lite. They take the board's lock. */
int fcl_emu_reg_read(struct fcl_emu_cu *cu, uint32_t offset, uint32_t *ret_value,
		     struct fcl_err *err);
int fcl_emu_reg_write(struct fcl_emu_cu *cu, uint32_t offset, uint32_t value, struct fcl_err *err);

#endif
