/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_OPTIONS_H
#define FCL_API_OPTIONS_H

#include <stdbool.h>

/*
 * Whether a string contains only build options that OpenCL defines ("Compiler Options"). Binaries
 * are built already, so options change nothing. NULL is fine.
 */
bool fcl_api_options_are_valid(const char *options);

#endif
