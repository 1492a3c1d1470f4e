/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/problems.h"

#include <string.h>

void fcl_serve_complain(struct fcl_serve_problems *problems, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fcl_text_vformat(&problems->text, format, args);
	va_end(args);
	fcl_text_append(&problems->text, "\n", 1);
	problems->count++;
}

const char *fcl_serve_problems_line(struct fcl_serve_problems *problems)
{
	struct fcl_text *text = &problems->text;

	if (text->failed || !text->bytes)
		return "out of memory";
	while (text->size && text->bytes[text->size - 1] == '\n')
		text->bytes[--text->size] = '\0';
	for (char *end = text->bytes; (end = strchr(end, '\n')) != NULL;)
		*end = ';';
	return text->bytes;
}

void fcl_serve_problems_free(struct fcl_serve_problems *problems)
{
	fcl_text_free(&problems->text);
	problems->count = 0;
}
