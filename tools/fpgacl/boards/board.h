/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_BOARD_H
#define FCL_TOOL_BOARD_H

/* `fpgacl board …`: boards that several programs share. */
int fcl_tool_board(int argc, char **argv);

/* Prints what `fpgacl info` adds for a shared board: its users. */
void fcl_tool_board_state(const char *name);

/* The same as members of a JSON object. */
struct fcl_text;
struct fcl_bd_state;
void fcl_tool_put_board(struct fcl_text *out, const struct fcl_bd_state *state);

#endif
