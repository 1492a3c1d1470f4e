/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_OPTIONS_H
#define FCL_API_OPTIONS_H

#include <stdbool.h>

/*
 * Whether a string contains only build options that OpenCL defines ("Compiler Options"). Binaries
 * are already built, so options have no effect. NULL is allowed.
 */
bool fcl_api_options_are_valid(const char *options);

#endif
