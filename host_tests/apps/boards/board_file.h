/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_BOARD_FILE_H
#define FCL_TEST_BOARD_FILE_H

/*
 * A test's own boards: a directory for FPGACL_BOARD_PATH with edited copies of a board.xml from
 * board_support. Every function fails the running test on an error.
 */

/* Creates an empty directory and sets FPGACL_BOARD_PATH to it. */
void board_folder_create(void);
void board_folder_destroy(void);

/* A change: every `from` becomes `to`. */
struct board_edit {
	const char *from, *to;
};

/*
 * Writes <name>/board.xml: a copy of board_support/<original> with these changes, terminated by
 * {0}.
 */
void board_write(const char *original, const char *name, const struct board_edit *edits);

/* A path in the directory for a test's own files; valid until the next call. */
const char *board_folder_path(const char *file);

#endif
