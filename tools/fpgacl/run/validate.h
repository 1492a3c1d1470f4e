/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_VALIDATE_H
#define FCL_TOOL_VALIDATE_H

#include <stdbool.h>

/* Checks that a board keeps what is written to each of its banks. */
int fcl_tool_validate(const char *device, bool json);

#endif
