/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_BOARDS_H
#define FCL_TOOL_BOARDS_H

#include "board_support/board.h"

/* Lists the boards that the emulator knows. */
int fcl_tool_boards(void);

/*
 * The size in bytes and the number of banks, counted like CL_DEVICE_GLOBAL_MEM_SIZE: banks in host
 * memory do not count.
 */
uint64_t fcl_tool_board_memory(const struct fcl_board *board, uint32_t *ret_nbanks);

#endif
