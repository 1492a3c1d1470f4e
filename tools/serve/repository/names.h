/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_NAMES_H
#define FCL_SERVE_NAMES_H

#include <stdbool.h>

enum { FCL_SERVE_NAME = 128 };

/*
 * Whether the name is valid for a model: letters, digits, '_', and, except at the start, '-' and
 * '.'; less than 128 bytes.
 */
bool fcl_serve_is_name(const char *name);

/* Whether it is the name of a file in the directory itself: not a path, and not hidden. */
bool fcl_serve_is_file_name(const char *name);

/* The number of a version in Triton's form, "1" to "999999999"; 0: not a version. */
unsigned fcl_serve_version(const char *name);

#endif
