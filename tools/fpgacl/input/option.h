/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_OPTION_H
#define FCL_TOOL_OPTION_H

#include <stdbool.h>

/* Takes an option without a value out of the arguments. Returns whether it was there. */
bool fcl_tool_take_option(int *argc, char **argv, const char *option);

#endif
