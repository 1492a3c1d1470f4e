/* SPDX-License-Identifier: Apache-2.0 */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

int fcl_err_set(struct fcl_err *err, int code, const char *format, ...)
{
	va_list args;

	if (!err)
		return code;
	err->code = code;
	va_start(args, format);
	fcl_vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	return code;
}

int fcl_err_prefix(struct fcl_err *err, const char *format, ...)
{
	char old[sizeof(err->text)];
	size_t used, room;
	va_list args;

	if (!err)
		return 0;
	memcpy(old, err->text, sizeof(old));
	va_start(args, format);
	fcl_vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	strncat(err->text, ": ", sizeof(err->text) - strlen(err->text) - 1);
	used = strlen(err->text);
	room = sizeof(err->text) - used - 1;
	memcpy(err->text + used, old, strnlen(old, room));
	err->text[used + strnlen(old, room)] = '\0';
	return err->code;
}
