/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/put.h"

#include <stdio.h>
#include <string.h>

void fcl_trace_put(struct fcl_text *out, const char *text)
{
	fcl_text_append(out, text, strlen(text));
}

void fcl_trace_put_text(struct fcl_text *out, const char *text)
{
	const char *from = text;

	fcl_text_append(out, "\"", 1);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		char escape[8];

		if (c >= 0x20 && c < 0x7f && c != '"' && c != '\\')
			continue;
		fcl_text_append(out, from, (size_t)(text - from));
		/*
		 * Bytes outside ASCII are escaped, as they may not be valid UTF-8, which JSON
		 * requires.
		 */
		snprintf(escape, sizeof(escape), "\\u%04x", c);
		fcl_trace_put(out, escape);
		from = text + 1;
	}
	fcl_text_append(out, from, (size_t)(text - from));
	fcl_text_append(out, "\"", 1);
}

void fcl_trace_put_number(struct fcl_text *out, uint64_t number)
{
	char digits[24], *at = digits + sizeof(digits);

	do
		*--at = (char)('0' + number % 10);
	while (number /= 10);
	fcl_text_append(out, at, (size_t)(digits + sizeof(digits) - at));
}

void fcl_trace_put_us(struct fcl_text *out, uint64_t ns)
{
	char part[4] = {'.', (char)('0' + ns / 100 % 10), (char)('0' + ns / 10 % 10),
			(char)('0' + ns % 10)};

	fcl_trace_put_number(out, ns / 1000);
	fcl_text_append(out, part, sizeof(part));
}

static void trace_put_key(struct fcl_text *out, const char *key)
{
	fcl_text_append(out, ",\"", 2);
	fcl_trace_put(out, key);
	fcl_text_append(out, "\":", 2);
}

void fcl_trace_put_field(struct fcl_text *out, const char *key, uint64_t number)
{
	trace_put_key(out, key);
	fcl_trace_put_number(out, number);
}

void fcl_trace_put_field_text(struct fcl_text *out, const char *key, const char *text)
{
	trace_put_key(out, key);
	fcl_trace_put_text(out, text);
}
