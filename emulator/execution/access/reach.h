/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_REACH_H
#define FCL_EMU_EXECUTION_REACH_H

#include "emulator/state/board.h"

/*
 * Sorts the image's connections by CU, before its CUs are created. The program owns the tables. 0,
 * or -1: out of memory.
 */
int fcl_emu_reach_sort(struct fcl_emu_program *program);

/*
 * Finds the banks that each memory port reaches. 0, or -1: out of memory; then call destroy, too.
 */
int fcl_emu_reach_create(struct fcl_emu_cu *cu);
void fcl_emu_reach_destroy(struct fcl_emu_cu *cu);
/*
 * Whether the port reaches the bank of a device address. If not, returns the tags of that bank and
 * of one that it reaches.
 */
bool fcl_emu_reaches(const struct fcl_emu_cu *cu, uint32_t port, uint64_t address,
		     const char **ret_there, const char **ret_reached);
/*
 * Called by an execution: like fcl_emu_translate(), for an address in a bank that the port reaches.
 * NULL: any other address.
 */
char *fcl_emu_reach_quickly(struct fcl_emu_cu *cu, uint32_t port, uint64_t address, uint64_t bytes);

#endif
