/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_STATUS_H
#define FCL_TOOL_STATUS_H

/*
 * Results are printed to standard output, errors to standard error. Each command returns the exit
 * status.
 */
enum {
	TOOL_OK = 0,
	TOOL_FAILED = 1,
	TOOL_USAGE = 2,
	TOOL_UNSUPPORTED =
		3, /* reset: the board does not support it; says nothing about its state */
};

#endif
