/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/datatype.h"

#include <string.h>

static const struct fcl_serve_datatype types[] = {
	{"BOOL", FCL_SERVE_BOOL, 1},       {"UINT8", FCL_SERVE_UNSIGNED, 1},
	{"UINT16", FCL_SERVE_UNSIGNED, 2}, {"UINT32", FCL_SERVE_UNSIGNED, 4},
	{"UINT64", FCL_SERVE_UNSIGNED, 8}, {"INT8", FCL_SERVE_SIGNED, 1},
	{"INT16", FCL_SERVE_SIGNED, 2},    {"INT32", FCL_SERVE_SIGNED, 4},
	{"INT64", FCL_SERVE_SIGNED, 8},    {"FP16", FCL_SERVE_HALF, 2},
	{"FP32", FCL_SERVE_FLOAT, 4},      {"FP64", FCL_SERVE_FLOAT, 8},
	{"BF16", FCL_SERVE_HALF, 2},
};

/* The names of such elements in kernels. */
static const struct c_type {
	const char *name;
	enum fcl_serve_kind kind;
	size_t size;
} c_types[] = {
	{"char", FCL_SERVE_SIGNED, 1},
	{"signed char", FCL_SERVE_SIGNED, 1},
	{"int8_t", FCL_SERVE_SIGNED, 1},
	{"uchar", FCL_SERVE_UNSIGNED, 1},
	{"unsigned char", FCL_SERVE_UNSIGNED, 1},
	{"uint8_t", FCL_SERVE_UNSIGNED, 1},
	{"bool", FCL_SERVE_BOOL, 1},
	{"short", FCL_SERVE_SIGNED, 2},
	{"int16_t", FCL_SERVE_SIGNED, 2},
	{"ushort", FCL_SERVE_UNSIGNED, 2},
	{"uint16_t", FCL_SERVE_UNSIGNED, 2},
	{"half", FCL_SERVE_HALF, 2},
	{"int", FCL_SERVE_SIGNED, 4},
	{"int32_t", FCL_SERVE_SIGNED, 4},
	{"uint", FCL_SERVE_UNSIGNED, 4},
	{"unsigned int", FCL_SERVE_UNSIGNED, 4},
	{"uint32_t", FCL_SERVE_UNSIGNED, 4},
	{"float", FCL_SERVE_FLOAT, 4},
	{"long", FCL_SERVE_SIGNED, 8},
	{"int64_t", FCL_SERVE_SIGNED, 8},
	{"ulong", FCL_SERVE_UNSIGNED, 8},
	{"uint64_t", FCL_SERVE_UNSIGNED, 8},
	{"double", FCL_SERVE_FLOAT, 8},
};

const struct fcl_serve_datatype *fcl_serve_datatype(const char *name)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (!strcmp(types[i].name, name))
			return &types[i];
	return NULL;
}

const char *fcl_serve_datatype_names(void)
{
	return "BOOL, UINT8, UINT16, UINT32, UINT64, INT8, INT16, INT32, INT64, FP16, FP32, FP64, BF16";
}

/* The C type that a pointer refers to; NULL: not one of those above. */
static const struct c_type *pointee(const char *pointer)
{
	size_t length = strcspn(pointer, "*");

	while (length && pointer[length - 1] == ' ')
		length--;
	for (size_t i = 0; i < sizeof(c_types) / sizeof(*c_types); i++)
		if (strlen(c_types[i].name) == length && !strncmp(c_types[i].name, pointer, length))
			return &c_types[i];
	return NULL;
}

bool fcl_serve_datatype_fits(const struct fcl_serve_datatype *type, const char *pointer)
{
	const struct c_type *c_type = pointee(pointer);

	if (!c_type)
		return true;
	if (c_type->size == type->size)
		return c_type->kind == type->kind ||
		       (c_type->kind == FCL_SERVE_UNSIGNED &&
			(type->kind == FCL_SERVE_BOOL || type->kind == FCL_SERVE_HALF));
	/* As in HLS, words with several elements are unsigned. */
	return c_type->kind == FCL_SERVE_UNSIGNED && c_type->size > type->size;
}
