/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_EXTENSION_FUNCTIONS_H
#define FCL_API_EXTENSION_FUNCTIONS_H

#include "runtime/api/common/api.h"

struct fcl_api_function {
	const char *name;
	void *function;
};

/* Finds a listed extension function, or returns NULL. */
void *fcl_api_extension_find(const char *name);

#endif
