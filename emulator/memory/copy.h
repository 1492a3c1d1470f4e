/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_MEMORY_COPY_H
#define FCL_EMU_MEMORY_COPY_H

#include "emulator/state/board.h"

void fcl_emu_copy_run(struct fcl_hal_request *request);
int fcl_emu_copy_check(const struct fcl_emu_board *board, const struct fcl_hal_request *request);
/* Whether the board copies straight into the other's memory. */
bool fcl_emu_peers(const struct fcl_emu_board *board, const struct fcl_emu_board *other);
uint64_t fcl_emu_copy_bytes(const struct fcl_hal_request *request);

#endif
