/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/constant.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Values stay small enough for any product of two. */
#define FCLC_MOST INT_MAX

struct reader {
	const char *at;
	unsigned depth;
	bool good;
};

static long read_sum(struct reader *r);

static char next_mark(struct reader *r)
{
	r->at += strspn(r->at, " \t\n");
	return *r->at;
}

static long read_value(struct reader *r)
{
	char *end;
	long value;

	if (next_mark(r) == '(' && ++r->depth < 100) {
		r->at++;
		value = read_sum(r);
		r->good &= next_mark(r) == ')';
		if (*r->at)
			r->at++;
		return value;
	}
	r->good &= *r->at >= '0' && *r->at <= '9';
	value = strtol(r->at, &end, 0);
	end += strspn(end, "uUlL");
	r->at = end;
	r->good &= value <= FCLC_MOST;
	return r->good ? value : 0;
}

static long read_product(struct reader *r)
{
	long value = read_value(r);

	while (r->good && next_mark(r) && strchr("*/%", *r->at)) {
		char mark = *r->at++;
		long other = read_value(r);

		r->good &= mark == '*' || other;
		if (r->good)
			value = mark == '*'   ? value * other
				: mark == '/' ? value / other
					      : value % other;
		r->good &= value <= FCLC_MOST && value >= -FCLC_MOST;
	}
	return value;
}

static long read_sum(struct reader *r)
{
	long value = next_mark(r) == '-' ? 0 : read_product(r);

	while (r->good && next_mark(r) && strchr("+-", *r->at)) {
		char mark = *r->at++;
		long other = read_product(r);

		value += mark == '+' ? other : -other;
		r->good &= value <= FCLC_MOST && value >= -FCLC_MOST;
	}
	return value;
}

bool fclc_constant_prefix(const char *text, long *ret_value)
{
	struct reader r = {text, 0, true};

	*ret_value = read_sum(&r);
	/* Anything that binds less than the above. */
	return r.good && (!next_mark(&r) || *r.at == ')');
}

bool fclc_constant(const char *text, long *ret_value)
{
	struct reader r = {text, 0, true};

	*ret_value = read_sum(&r);
	return r.good && !next_mark(&r);
}

/* The number of characters before the comma or bracket that ends a list's element. */
static size_t element_length(const char *text)
{
	size_t length = 0;
	unsigned depth = 0;

	for (; text[length]; length++) {
		if (!depth && (text[length] == ',' || text[length] == ')'))
			break;
		depth += text[length] == '(';
		depth -= text[length] == ')';
	}
	return length;
}

long fclc_constant_shape(const char *text, long least, long most, long ret_shape[3])
{
	long product = 1;

	for (int i = 0; i < 3; i++)
		ret_shape[i] = 1;
	text += strspn(text, " \t\n");
	if (*text != '(')
		return -1;
	for (int i = 0; i < 3 && *text != ')'; i++) {
		size_t length = element_length(++text);
		char number[128];

		if (length >= sizeof(number))
			return -1;
		memcpy(number, text, length);
		number[length] = 0;
		if (!fclc_constant(number, &ret_shape[i]) || ret_shape[i] < least ||
		    ret_shape[i] > most)
			return -1;
		product *= ret_shape[i];
		text += length;
	}
	return *text == ')' && product <= most ? product : -1;
}
