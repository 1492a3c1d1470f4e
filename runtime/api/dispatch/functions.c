/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/dispatch/functions.h"

#include <stddef.h>
#include <string.h>

#include "runtime/api/dispatch/extension_functions.h"

#define ROW(name) {#name, offsetof(struct _cl_icd_dispatch, name)},

static const struct {
	const char *name;
	size_t place; /* its offset in the table */
} functions[] = {FCL_API_FUNCTIONS(ROW)};

void *fcl_api_function_find(const struct _cl_icd_dispatch *dispatch, const char *name)
{
	const char *table = (const char *)dispatch;
	void *function;

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (!strcmp(functions[i].name, name)) {
			memcpy(&function, table + functions[i].place, sizeof(function));
			return function;
		}
	if (!strcmp(name, "clGetPlatformIDs"))
		return (void *)clGetPlatformIDs;
	if (!strcmp(name, "clUnloadCompiler"))
		return (void *)clUnloadCompiler;
	return fcl_api_extension_find(name);
}
