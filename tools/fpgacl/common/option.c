/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/common/option.h"

#include <string.h>

bool fcl_tool_take_option(int *argc, char **argv, const char *option)
{
	for (int i = 0; i < *argc; i++) {
		if (strcmp(argv[i], option) != 0)
			continue;
		memmove(&argv[i], &argv[i + 1], (size_t)(*argc - i - 1) * sizeof(*argv));
		(*argc)--;
		return true;
	}
	return false;
}
