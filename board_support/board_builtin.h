/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BOARD_BOARD_BUILTIN_H
#define FCL_BOARD_BOARD_BUILTIN_H

#include "board_support/board.h"

/* The boards of this folder; generate.c creates their tables from board.xml during the build. */
extern const struct fcl_board fcl_board_u200, fcl_board_u250, fcl_board_u280, fcl_board_u50,
	fcl_board_u55c, fcl_board_aws_f1;

#endif
