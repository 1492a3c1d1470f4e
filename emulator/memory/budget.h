/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_BUDGET_H
#define FCL_EMU_BUDGET_H

#include "emulator/state/board.h"

/*
 * Pages of a bank are taken when they are first used, so an emulated board can promise more than
 * the machine has; using it would then end the host, by the kernel's OOM killer.
 */

/*
 * Whether the machine (MemAvailable) and the memory cgroups of this process have room for so many
 * bytes more, on top of what the board has promised and has not been used yet. Small requests add
 * up before anything is checked. The caller holds no bank's lock. -ENOMEM: not so.
 */
int fcl_emu_budget_check(struct fcl_emu_board *board, uint64_t bytes, struct fcl_err *err);

/* For tests: where /proc and /sys are. Not while other threads allocate. */
void fcl_emu_budget_set_root(const char *root);

#endif
