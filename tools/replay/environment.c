/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* "NAME=value" */
static bool environment_has(const char *text)
{
	const char *equals = strchr(text, '='), *value;
	char *name = equals ? strndup(text, (size_t)(equals - text)) : NULL;

	value = name ? getenv(name) : NULL;
	free(name);
	return value && !strcmp(value, equals + 1);
}

void fcl_replay_say_environment(const struct fcl_capture *capture)
{
	struct fcl_text all = {0};
	struct fcl_values values;
	struct fcl_value value;
	char *text;

	if (capture->about == FCL_NO_RECORD)
		return;
	values = fcl_capture_values(capture, capture->about);
	while (fcl_values_next(&values, &value)) {
		if (value.index != FCL_ABOUT_ENVIRONMENT || value.type != FCL_VALUE_TEXT)
			continue;
		text = strndup((const char *)value.bytes, value.size);
		if (text && !environment_has(text)) {
			fcl_text_make_printable(text);
			fcl_text_format(&all, " %s", text);
		}
		free(text);
	}
	if (all.size)
		printf("note: the program ran with%s, and this replay does not\n", all.bytes);
	fcl_text_free(&all);
}
