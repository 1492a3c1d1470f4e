/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BOARD_BOARD_BUILTIN_H
#define FCL_BOARD_BOARD_BUILTIN_H

#include "board_support/board.h"

/*
 * The boards of this folder, by name, ending in NULL. The build creates the list from the folders
 * that have a board.xml, and each board's tables from that file (generate.c).
 */
extern const struct fcl_board *const fcl_board_builtins[];

#endif
