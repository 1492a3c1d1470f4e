/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BOARD_BOARD_PATH_H
#define FCL_BOARD_BOARD_PATH_H

#include "board_support/board.h"

/*
 * Reads <dir>/<name>/board.xml from the first directory in FPGACL_BOARD_PATH that has it. -ENOENT:
 * none does. *ret_text and *ret_file are allocated by malloc().
 */
int fcl_board_path_read(const char *name, char **ret_text, size_t *ret_size, char **ret_file,
			struct fcl_err *err);

/*
 * Calls found() with the name of each folder with a board.xml in the directories of
 * FPGACL_BOARD_PATH.
 */
void fcl_board_path_list(fcl_board_found *found, void *user);

#endif
