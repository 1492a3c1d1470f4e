/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_REACH_H
#define FCL_EMU_EXECUTION_REACH_H

#include "emulator/state/board.h"

/* 0, or -1: no memory; destroy then, too. */
int fcl_emu_reach_create(struct fcl_emu_cu *cu);
void fcl_emu_reach_destroy(struct fcl_emu_cu *cu);
/* Whether the port reaches the bank of a device address; if not, that bank and one it reaches. */
bool fcl_emu_reaches(const struct fcl_emu_cu *cu, uint32_t port, uint64_t address,
		     const char **ret_there, const char **ret_reached);
/* From inside an execution: as fcl_emu_translate() of an address that the port reaches in a bank;
 * NULL: elsewhere, or not at all. */
char *fcl_emu_reach_quickly(struct fcl_emu_cu *cu, uint32_t port, uint64_t address, uint64_t bytes);

#endif
