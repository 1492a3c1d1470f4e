/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_NAMES_H
#define FCL_SERVE_NAMES_H

#include <stdbool.h>

enum { FCL_SERVE_NAME = 128 };

/* Whether a model may have the name: letters, digits, '_', '-' and '.', not first, below 128 bytes. */
bool fcl_serve_is_name(const char *name);

/* Whether it is the name of a file in the folder itself: not a path, and nothing hidden. */
bool fcl_serve_is_file_name(const char *name);

/* The number of a version, as Triton has them: "1" to "999999999"; 0: no version. */
unsigned fcl_serve_version(const char *name);

#endif
