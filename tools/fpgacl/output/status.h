/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_STATUS_H
#define FCL_TOOL_STATUS_H

/* Results go to standard output, errors to standard error; each command returns the exit status. */
enum {
	TOOL_OK = 0,
	TOOL_FAILED = 1,
	TOOL_USAGE = 2,
	TOOL_UNSUPPORTED = 3, /* reset: the board has none, which says nothing about its state */
};

#endif
