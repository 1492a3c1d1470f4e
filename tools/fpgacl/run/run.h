/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_RUN_H
#define FCL_TOOL_RUN_H

/* `fpgacl run`, with the arguments after that word. */
int fcl_tool_run(const char *device, int argc, char **argv);

#endif
