/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_BOARD_H
#define FCL_TOOL_BOARD_H

/* `fpgacl board …`: boards that several programs share. */
int fcl_tool_board(int argc, char **argv);

/* What `fpgacl info` adds for such a board: who uses it. */
void fcl_tool_board_state(const char *name);

/* The members of a JSON object that say the same. */
struct fcl_text;
struct fcl_bd_state;
void fcl_tool_put_board(struct fcl_text *out, const struct fcl_bd_state *state);

#endif
