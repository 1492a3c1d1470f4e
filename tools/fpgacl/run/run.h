/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_RUN_H
#define FCL_TOOL_RUN_H

#include <stdbool.h>

/* The text of `fpgacl run --help`. */
extern const char fcl_tool_run_help[];

/* `fpgacl run`, with the arguments that follow, except --json and -d. */
int fcl_tool_run(const char *device, bool json, int argc, char **argv);

#endif
