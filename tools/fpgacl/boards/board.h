/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_BOARD_H
#define FCL_TOOL_BOARD_H

/* `fpgacl board …`: boards that several programs share. */
int fcl_tool_board(int argc, char **argv);

/* What `fpgacl info` adds for such a board: who uses it. */
void fcl_tool_board_state(const char *name);

#endif
