/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/prototypes.h"

#include <string.h>

static bool is_defined(const struct fclc_functions *list, const char *name)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (!list->list[i].is_static && !list->list[i].linkage &&
		    !strcmp(list->list[i].name, name))
			return true;
	return false;
}

int fclc_prototypes_check(struct fclc_program *program, struct fcl_err *err)
{
	for (uint32_t i = 0; i < program->undefined.count; i++) {
		const struct fclc_function *wanted = &program->undefined.list[i];

		if (is_defined(&program->functions, wanted->name) ||
		    is_defined(&program->variables, wanted->name))
			continue;
		return fclc_error(err, wanted->place,
				  "%s '%s' is declared and %s, but no source defines it",
				  wanted->is_variable ? "variable" : "function", wanted->name,
				  wanted->is_variable ? "used" : "called");
	}
	return 0;
}
