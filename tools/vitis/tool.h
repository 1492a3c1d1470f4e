/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VITIS_TOOL_H
#define FCL_VITIS_TOOL_H

#include <stddef.h>

#include "base/err.h"
#include "board_support/board.h"

/*
 * Shared by the small tools with the vendor's names. Each is single-threaded; an error is one line
 * on stderr and exit status 1.
 */

/* Set by each tool: the prefix of its messages. */
extern const char *const fcl_vitis_name;

/* Prints "<tool>: error: ..." and returns 1, for main() to return. */
int fcl_vitis_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The result of parsing a command line. */
enum fcl_vitis_parsed {
	FCL_VITIS_RUN,
	FCL_VITIS_PRINTED, /* --help or similar: nothing is left to do */
	FCL_VITIS_WRONG,   /* invalid; the error has been printed */
};

/* Like fcl_vitis_fail(), for command line parsers. */
#define fcl_vitis_wrong(...) (fcl_vitis_fail(__VA_ARGS__), FCL_VITIS_WRONG)

/*
 * A platform's name without directory and ".xpfm", to be freed with free(). NULL if out of memory.
 */
char *fcl_vitis_platform(const char *platform);

/* Writes a file atomically. Returns 0, or prints an error and returns 1. */
int fcl_vitis_write(const char *path, const void *bytes, size_t size);

#endif
