/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_OPTION_H
#define FCL_TOOL_OPTION_H

#include <stdbool.h>

/* Removes an option without a value from the arguments. Returns whether it was present. */
bool fcl_tool_take_option(int *argc, char **argv, const char *option);

#endif
