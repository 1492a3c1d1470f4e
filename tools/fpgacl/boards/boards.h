/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_BOARDS_H
#define FCL_TOOL_BOARDS_H

#include "board_support/board.h"

/* Lists the boards that the emulator knows. */
int fcl_tool_boards(void);

/*
 * How many bytes and banks it has, as CL_DEVICE_GLOBAL_MEM_SIZE counts: a bank that is host memory is not on the
 * board.
 */
uint64_t fcl_tool_board_memory(const struct fcl_board *board, uint32_t *ret_nbanks);

#endif
