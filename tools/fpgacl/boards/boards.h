/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_BOARDS_H
#define FCL_TOOL_BOARDS_H

/* Lists the boards that the emulator knows. */
int fcl_tool_boards(void);

#endif
