/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/ops/note.h"

#include "base/note.h"

void fcl_serve_note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fcl_note("fpgacl serve", format, args);
	va_end(args);
}
