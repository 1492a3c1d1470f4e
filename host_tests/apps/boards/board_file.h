/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_BOARD_FILE_H
#define FCL_TEST_BOARD_FILE_H

/*
 * Boards of a test's own: a folder for FPGACL_BOARD_PATH, with copies of a board.xml of
 * board_support that were edited. Every function fails the running test on an error.
 */

/* Makes an empty folder, and names it in FPGACL_BOARD_PATH. */
void board_folder_create(void);
void board_folder_destroy(void);

/* One change: every `from` becomes `to`. */
struct board_edit {
	const char *from, *to;
};

/* Writes <name>/board.xml: that of board_support/<original> with these changes; {0} ends them. */
void board_write(const char *original, const char *name, const struct board_edit *edits);

/* A path in the folder, for a test's own files; good until the next call. */
const char *board_folder_path(const char *file);

#endif
