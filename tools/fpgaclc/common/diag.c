/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "tools/fpgaclc/common/kernel.h"

int fclc_error(struct fcl_err *err, struct fclc_place place, const char *format, ...)
{
	char text[900];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (!place.file)
		return fcl_err_set(err, -EINVAL, "fpgaclc: error: %s", text);
	return fcl_err_set(err, -EINVAL, "%s:%u: error: %s", place.file, place.line, text);
}

int fclc_arg_error(struct fcl_err *err, struct fclc_place place, const struct fclc_kernel *kernel,
		   const struct fclc_arg *arg, const char *format, ...)
{
	char text[800];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (!arg)
		return fclc_error(err, place, "kernel '%s': %s", kernel->name, text);
	return fclc_error(err, place, "kernel '%s', argument '%s': %s", kernel->name, arg->name,
			  text);
}

void fclc_warn(struct fclc_place place, const char *format, ...)
{
	char text[4096], where[4096] = "fpgaclc";
	va_list args;

	if (place.file)
		snprintf(where, sizeof(where), "%s:%u", place.file, place.line);
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	fclc_make_printable(where);
	fclc_make_printable(text);
	fprintf(stderr, "%s: warning: %s\n", where, text);
}

void fclc_make_printable(char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n\t");
		char end = text[length];

		text[length] = '\0';
		fcl_text_make_printable(text);
		text[length] = end;
		text += length + (end != '\0');
	}
}
