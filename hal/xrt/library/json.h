/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XRT_LIBRARY_JSON_H
#define FCL_XRT_LIBRARY_JSON_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Walks through JSON as XRT's reports contain it. Calls value() with the text of each string,
 * number or literal and its path: "thermals[3].temp_C". Returns false if the text is not JSON;
 * value() has then been called for everything before the error.
 */
typedef void fcl_xrt_json_value(void *user, const char *path, const char *value);
bool fcl_xrt_json_walk(const char *text, fcl_xrt_json_value *value, void *user);

#endif
