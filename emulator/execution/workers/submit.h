/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_SUBMIT_H
#define FCL_EMU_EXECUTION_SUBMIT_H

#include "emulator/state/board.h"

/* submit(), kick(), progress() and help() of the HAL, called by threads of the host. */
int fcl_emu_submit(struct fcl_emu_board *board, struct fcl_hal_request *const *requests,
		   uint32_t count);
void fcl_emu_kick(struct fcl_emu_board *board);
int fcl_emu_progress(struct fcl_emu_board *board, const void *tag);
int fcl_emu_help(struct fcl_emu_board *board, const void *tag);

#endif
