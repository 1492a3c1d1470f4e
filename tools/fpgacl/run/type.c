/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/type.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	enum fcl_tool_kind kind;
	unsigned bits;
} types[] = {
	{"char", FCL_TOOL_SIGNED, 8},
	{"signed char", FCL_TOOL_SIGNED, 8},
	{"int8_t", FCL_TOOL_SIGNED, 8},
	{"uchar", FCL_TOOL_UNSIGNED, 8},
	{"unsigned char", FCL_TOOL_UNSIGNED, 8},
	{"uint8_t", FCL_TOOL_UNSIGNED, 8},
	{"bool", FCL_TOOL_UNSIGNED, 1},
	{"short", FCL_TOOL_SIGNED, 16},
	{"int16_t", FCL_TOOL_SIGNED, 16},
	{"ushort", FCL_TOOL_UNSIGNED, 16},
	{"unsigned short", FCL_TOOL_UNSIGNED, 16},
	{"uint16_t", FCL_TOOL_UNSIGNED, 16},
	{"int", FCL_TOOL_SIGNED, 32},
	{"int32_t", FCL_TOOL_SIGNED, 32},
	{"uint", FCL_TOOL_UNSIGNED, 32},
	{"unsigned int", FCL_TOOL_UNSIGNED, 32},
	{"unsigned", FCL_TOOL_UNSIGNED, 32},
	{"uint32_t", FCL_TOOL_UNSIGNED, 32},
	{"long", FCL_TOOL_SIGNED, 64},
	{"long long", FCL_TOOL_SIGNED, 64},
	{"int64_t", FCL_TOOL_SIGNED, 64},
	{"ulong", FCL_TOOL_UNSIGNED, 64},
	{"unsigned long", FCL_TOOL_UNSIGNED, 64},
	{"unsigned long long", FCL_TOOL_UNSIGNED, 64},
	{"uint64_t", FCL_TOOL_UNSIGNED, 64},
	{"size_t", FCL_TOOL_UNSIGNED, 64},
	{"half", FCL_TOOL_FLOAT, 16},
	{"float", FCL_TOOL_FLOAT, 32},
	{"double", FCL_TOOL_FLOAT, 64},
};

static bool is_qualifier(const char *word, size_t length)
{
	static const char *const qualifiers[] = {"const", "volatile", "restrict", "__restrict",
						 "__restrict__"};

	for (size_t i = 0; i < sizeof(qualifiers) / sizeof(qualifiers[0]); i++)
		if (strlen(qualifiers[i]) == length && !strncmp(word, qualifiers[i], length))
			return true;
	return false;
}

/* Copies the words up to the '*', without qualifiers and separated by single spaces. */
static void plain_name(const char *text, char *name, size_t room)
{
	size_t used = 0;

	*name = '\0';
	while (*(text += strspn(text, " ")) && *text != '*') {
		size_t length = strcspn(text, " *");

		if (!is_qualifier(text, length) && used + length + 2 < room)
			used += (size_t)snprintf(name + used, room - used, "%s%.*s",
						 used ? " " : "", (int)length, text);
		text += length;
	}
}

static bool type_find(struct fcl_tool_type *type, const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (strlen(types[i].name) != length || strncmp(types[i].name, name, length) != 0)
			continue;
		type->kind = types[i].kind;
		type->bits = types[i].bits;
		type->size = (types[i].bits + 7) / 8;
		return true;
	}
	return false;
}

/* Matches "float4". A vector of three occupies the space of four. */
static bool find_vector(struct fcl_tool_type *type)
{
	size_t length = strcspn(type->name, "0123456789");
	const char *digits = type->name + length;
	unsigned lanes = (unsigned)strtoul(digits, NULL, 10);

	if (digits[strspn(digits, "0123456789")] ||
	    (lanes != 2 && lanes != 3 && lanes != 4 && lanes != 8 && lanes != 16))
		return false;
	type->lanes = lanes == 3 ? 4 : lanes;
	return type_find(type, type->name, length);
}

/* ap_int<N>, ap_uint<N>: N bits in a power of two of bytes. Above 64 bits, opaque bytes. */
static void find_wide(struct fcl_tool_type *type)
{
	unsigned bits;
	char u = 0;

	if (sscanf(type->name, "ap_int<%u>", &bits) != 1) {
		if (sscanf(type->name, "ap_uint<%u>", &bits) != 1)
			return;
		u = 1;
	}
	if (!bits || bits > 4096)
		return;
	for (type->size = 1; type->size * 8 < bits;)
		type->size *= 2;
	type->bits = bits;
	if (bits <= 64)
		type->kind = u ? FCL_TOOL_UNSIGNED : FCL_TOOL_SIGNED;
}

struct fcl_tool_type fcl_tool_type_of(const char *text)
{
	struct fcl_tool_type type = {.kind = FCL_TOOL_OPAQUE, .lanes = 1, .size = 1};

	plain_name(text, type.name, sizeof(type.name));
	if (!type_find(&type, type.name, strlen(type.name)) && !find_vector(&type)) {
		type.lanes = 1;
		find_wide(&type);
	}
	return type;
}

bool fcl_tool_type_same(const struct fcl_tool_type *a, const struct fcl_tool_type *b)
{
	return a->kind == b->kind && a->size == b->size;
}

static int beyond(const struct fcl_tool_type *type, const char *text, struct fcl_err *err)
{
	return fcl_err_set(err, -ERANGE, "'%s' is out of range for %s (%u bits)", text, type->name,
			   type->bits);
}

static int read_integer(const struct fcl_tool_type *type, const char *text, char **ret_end,
			void *ret_bytes, struct fcl_err *err)
{
	bool negative = *text == '-';
	const char *digits = text + (negative || *text == '+');
	int base = digits[0] == '0' && (digits[1] | 32) == 'x' ? 16 : 10;
	bool is_signed = type->kind == FCL_TOOL_SIGNED;
	uint64_t most = is_signed ? (UINT64_C(1) << (type->bits - 1)) - 1
				  : UINT64_MAX >> (64 - type->bits);
	uint64_t value;

	*ret_end = (char *)(uintptr_t)text;
	if (*digits < '0' || *digits > '9')
		return 0;
	errno = 0;
	value = strtoull(digits, ret_end, base);
	if (**ret_end)
		return 0;
	if (negative && is_signed)
		most++;
	if (errno == ERANGE || value > most || (negative && !is_signed && value))
		return beyond(type, text, err);
	value = negative ? 0 - value : value;
	memcpy(ret_bytes, &value, type->size);
	return 0;
}

static int read_float(const struct fcl_tool_type *type, const char *text, char **ret_end,
		      void *ret_bytes, struct fcl_err *err)
{
	double value;
	float single;

	errno = 0;
	value = strtod(text, ret_end);
	if (errno == ERANGE && isinf(value))
		return beyond(type, text, err);
	single = strtof(text, NULL);
	if (type->size == 4 && isinf(single) && !isinf(value))
		return beyond(type, text, err);
	if (type->size == 4)
		memcpy(ret_bytes, &single, 4);
	else
		memcpy(ret_bytes, &value, 8);
	return 0;
}

int fcl_tool_number_read(const struct fcl_tool_type *type, const char *text, void *ret_bytes,
			 struct fcl_err *err)
{
	char *end;
	int error;

	if (type->kind == FCL_TOOL_OPAQUE || (type->kind == FCL_TOOL_FLOAT && type->size == 2))
		return fcl_err_set(
			err, -EINVAL,
			"'%s': a value of type '%s' has to come from a file of its bytes: @FILE",
			text, type->name);
	error = type->kind == FCL_TOOL_FLOAT ? read_float(type, text, &end, ret_bytes, err)
					     : read_integer(type, text, &end, ret_bytes, err);
	if (error)
		return error;
	if (end == text || *end)
		return fcl_err_set(err, -EINVAL, "'%s' is not a number of type %s", text,
				   type->name);
	return 0;
}

void fcl_tool_number_print(const struct fcl_tool_type *type, const void *bytes,
			   struct fcl_text *out)
{
	uint64_t value = 0;
	double number;
	float single;

	memcpy(&value, bytes, type->size);
	memcpy(&number, &value, 8);
	memcpy(&single, &value, 4);
	if (type->kind == FCL_TOOL_FLOAT && type->size == 4)
		fcl_text_format(out, "%.9g", (double)single);
	else if (type->kind == FCL_TOOL_FLOAT)
		fcl_text_format(out, "%.17g", number);
	else if (type->kind == FCL_TOOL_SIGNED && value >> (type->size * 8 - 1))
		fcl_text_format(
			out, "%" PRId64,
			(int64_t)(value | (type->size < 8 ? UINT64_MAX << (type->size * 8) : 0)));
	else
		fcl_text_format(out, "%" PRIu64, value);
}
