/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VITIS_TOOL_H
#define FCL_VITIS_TOOL_H

#include <stddef.h>

#include "base/err.h"
#include "board_support/board.h"

/*
 * What the small tools that have the vendor's names share. Each has one thread; an error is one
 * line on stderr and exit status 1.
 */

/* Set by each tool: the prefix of its messages. */
extern const char *const fcl_vitis_name;

/* Prints "<tool>: error: ..." and returns 1, for main() to return. */
int fcl_vitis_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What a command line asks for. */
enum fcl_vitis_parsed {
	FCL_VITIS_RUN,
	FCL_VITIS_PRINTED, /* --help or the like: nothing more to do */
	FCL_VITIS_WRONG,   /* and that has been printed */
};

/* fcl_vitis_fail() for what reads the command line. */
#define fcl_vitis_wrong(...) (fcl_vitis_fail(__VA_ARGS__), FCL_VITIS_WRONG)

/* The name of a platform without folder and ".xpfm"; free() it. NULL: no memory. */
char *fcl_vitis_platform(const char *platform);

/* Writes a file whole or not at all. 0, or 1 after the message. */
int fcl_vitis_write(const char *path, const void *bytes, size_t size);

#endif
