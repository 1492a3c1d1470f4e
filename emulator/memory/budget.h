/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_BUDGET_H
#define FCL_EMU_BUDGET_H

#include "emulator/state/board.h"

/*
 * A bank's pages are allocated on first use, so an emulated board can offer more memory than the
 * machine has. Using it would get the host killed by the kernel's OOM killer.
 */

/*
 * Checks that the machine (MemAvailable) and the memory cgroups of this process have room for this
 * many bytes, in addition to memory of the board that is allocated but not used yet. Small requests
 * are checked only once they add up. The caller holds no bank's lock. -ENOMEM: no room.
 */
int fcl_emu_budget_check(struct fcl_emu_board *board, uint64_t bytes, struct fcl_err *err);

/* For tests: the root of /proc and /sys. Not while other threads allocate. */
void fcl_emu_budget_set_root(const char *root);

#endif
