/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_TOP_H
#define FCL_TOOL_TOP_H

/* `fpgacl top`: the boards that programs share, and their programs, refreshed periodically. */
int fcl_tool_top(int argc, char **argv);

#endif
