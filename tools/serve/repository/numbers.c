/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/numbers.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static const char *skip_digits(const char *at, const char *end)
{
	while (at < end && is_digit(*at))
		at++;
	return at;
}

/* Returns where the integer part ends: without a leading zero or a plus. NULL: there is none. */
static const char *skip_integer(const char *text, const char *end)
{
	const char *first = text + (text < end && *text == '-');
	const char *after = skip_digits(first, end);

	return after == first || (*first == '0' && after > first + 1) ? NULL : after;
}

/* strtod() and strtof() also accept what JSON does not. */
static bool numbers_is_real(const char *text, const char *end)
{
	const char *at = skip_integer(text, end), *before;

	if (at && at < end && *at == '.') {
		before = ++at;
		at = skip_digits(at, end);
		if (at == before)
			return false;
	}
	if (at && at < end && (*at == 'e' || *at == 'E')) {
		at++;
		at += at < end && (*at == '+' || *at == '-');
		before = at;
		at = skip_digits(at, end);
		if (at == before)
			return false;
	}
	return at == end;
}

static bool real_bytes(const char *text, const char *end, size_t size, void *ret_bytes)
{
	double value;
	float single;

	if (!numbers_is_real(text, end))
		return false;
	if (size == sizeof(single)) {
		single = strtof(text, NULL);
		memcpy(ret_bytes, &single, size);
		return !isinf(single);
	}
	value = strtod(text, NULL);
	memcpy(ret_bytes, &value, size);
	return !isinf(value);
}

/* Boards and hosts are little-endian. */
static bool signed_bytes(const char *text, size_t size, void *ret_bytes)
{
	const unsigned unused = 64 - 8 * (unsigned)size;
	int64_t value;

	errno = 0;
	value = strtoll(text, NULL, 10);
	memcpy(ret_bytes, &value, size);
	return !errno && value <= INT64_MAX >> unused && value >= INT64_MIN >> unused;
}

static bool unsigned_bytes(const char *text, size_t size, void *ret_bytes)
{
	uint64_t value;

	errno = 0;
	value = strtoull(text, NULL, 10);
	memcpy(ret_bytes, &value, size);
	return !errno && value <= UINT64_MAX >> (64 - 8 * size) && (*text != '-' || !value);
}

static bool bool_bytes(const char *text, size_t length, void *ret_bytes)
{
	bool yes = length == 4 && !memcmp(text, "true", 4);

	memcpy(ret_bytes, &yes, 1);
	return yes || (length == 5 && !memcmp(text, "false", 5));
}

bool fcl_serve_number_bytes(const char *text, size_t length, const struct fcl_serve_datatype *type,
			    void *ret_bytes)
{
	const char *end = text + length;

	switch (type->kind) {
	case FCL_SERVE_BOOL:
		return bool_bytes(text, length, ret_bytes);
	case FCL_SERVE_SIGNED:
		return skip_integer(text, end) == end && signed_bytes(text, type->size, ret_bytes);
	case FCL_SERVE_UNSIGNED:
		return skip_integer(text, end) == end &&
		       unsigned_bytes(text, type->size, ret_bytes);
	case FCL_SERVE_FLOAT:
		return real_bytes(text, end, type->size, ret_bytes);
	case FCL_SERVE_HALF:
		break;
	}
	return false;
}
