/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BOARD_BOARD_PATH_H
#define FCL_BOARD_BOARD_PATH_H

#include "board_support/board.h"

/*
 * Text of <dir>/<name>/board.xml from the directories of FPGACL_BOARD_PATH. -ENOENT: in none of
 * them. *ret_text and *ret_file come from malloc.
 */
int fcl_board_path_read(const char *name, char **ret_text, size_t *ret_size, char **ret_file,
			struct fcl_err *err);

/* Calls found() with each folder in FPGACL_BOARD_PATH that holds a board.xml. */
void fcl_board_path_list(fcl_board_found *found, void *user);

#endif
