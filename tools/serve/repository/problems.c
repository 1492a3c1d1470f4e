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
	struct fcl_text line = {0};
	char *rest = problems->text.bytes, *problem;

	while ((problem = strsep(&rest, "\n")))
		if (*problem)
			fcl_text_format(&line, "%s%s", line.size ? "; " : "", problem);
	line.failed |= problems->text.failed;
	fcl_text_free(&problems->text);
	problems->text = line;
	return line.failed || !line.bytes ? "out of memory" : line.bytes;
}

void fcl_serve_problems_free(struct fcl_serve_problems *problems)
{
	fcl_text_free(&problems->text);
	problems->count = 0;
}
