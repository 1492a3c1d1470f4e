/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_BOARD_SILENT_FILE_H
#define FCL_TEST_BOARD_SILENT_FILE_H

#include <sys/types.h>

/*
 * Opens a file whose file system is served by another process, which answers nothing any more: what
 * asks for the file's size waits until that process is killed. Returns the descriptor, or -1 if this
 * user or system has no such file systems.
 */
int silent_file_open(pid_t *ret_server);

#endif
