/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BOARD_BOARD_PARSE_H
#define FCL_BOARD_BOARD_PARSE_H

#include "board_support/board.h"

/*
 * Reads a board from XML text; `file` is its name in messages. Errors are those of
 * fcl_board_load().
 */
int fcl_board_parse(const char *text, size_t size, const char *file, struct fcl_board **ret_board,
		    struct fcl_err *err);

#endif
