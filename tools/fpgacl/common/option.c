/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/common/option.h"

#include <stddef.h>
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

static bool was_given(char **argv, int at)
{
	for (int i = 0; i < at; i += argv[i][0] == '-' ? 2 : 1)
		if (!strcmp(argv[i], argv[at]))
			return true;
	return false;
}

const char *fcl_tool_option_problem(int argc, char **argv, int at, const char *const *repeats)
{
	const char *value = at + 1 < argc ? argv[at + 1] : "";

	if (!*value || *value == '-')
		return "expected a value after";
	while (*repeats && strcmp(*repeats, argv[at]) != 0)
		repeats++;
	return !*repeats && was_given(argv, at) ? "expected once, found twice:" : NULL;
}
