/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/dispatch/functions.h"

#include <string.h>

#include "runtime/api/dispatch/extension_functions.h"
#include "runtime/api/dispatch/traced.h"

#define ROW(name) {#name, (void *)(name)},

static const struct fcl_api_function functions[] = {FCL_API_FUNCTIONS(ROW) ROW(clGetPlatformIDs)
							    ROW(clUnloadCompiler)};

void *fcl_api_function_find(const char *name)
{
	void *traced = fcl_api_traced_find(name);

	if (traced)
		return traced;
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (!strcmp(functions[i].name, name))
			return functions[i].function;
	return fcl_api_extension_find(name);
}
