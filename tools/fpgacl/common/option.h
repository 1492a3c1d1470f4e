/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_OPTION_H
#define FCL_TOOL_OPTION_H

#include <stdbool.h>

/* Removes an option without a value from the arguments. Returns whether it was present. */
bool fcl_tool_take_option(int *argc, char **argv, const char *option);

/*
 * What is wrong with the option argv[at] of a command whose options all have values; `repeats` lists those
 * that may be given more than once (NULL ends it). NULL: nothing; argv[at + 1] is its value.
 */
const char *fcl_tool_option_problem(int argc, char **argv, int at, const char *const *repeats);

#endif
