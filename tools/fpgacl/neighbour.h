/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_NEIGHBOUR_H
#define FCL_TOOL_NEIGHBOUR_H

/*
 * Runs a command that is a program of its own, fpgacl-<command>, with these arguments. Returns only
 * if it cannot; `why` is what may be missing then.
 */
int fcl_tool_neighbour(const char *command, const char *why, int argc, char **argv);

#endif
