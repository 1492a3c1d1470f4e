/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/npy.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgacl/run/array.h"

/* NumPy's file format, https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */

static const struct {
	const char *npy, *name;
} names[] = {
	{"|b1", "bool"},   {"|i1", "char"}, {"|u1", "uchar"}, {"<i2", "short"},
	{"<u2", "ushort"}, {"<i4", "int"},  {"<u4", "uint"},  {"<i8", "long"},
	{"<u8", "ulong"},  {"<f2", "half"}, {"<f4", "float"}, {"<f8", "double"},
};

const char *fcl_tool_npy_name(const struct fcl_tool_type *type)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct fcl_tool_type known = fcl_tool_type_of(names[i].name);

		if (fcl_tool_type_same(&known, type) && (known.bits == 1) == (type->bits == 1))
			return names[i].npy;
	}
	return NULL;
}

/* Returns the start of a header key's value, or NULL. */
static const char *value_of(const char *header, const char *key)
{
	const char *at = strstr(header, key);

	if (!at)
		return NULL;
	at += strlen(key);
	return at + strspn(at, " :");
}

static int npy_read_type(const char *header, struct fcl_tool_array *array, struct fcl_err *err)
{
	const char *at = value_of(header, "'descr'");

	for (size_t i = 0; at && i < sizeof(names) / sizeof(names[0]); i++) {
		if (*at != '\'' || strncmp(at + 1, names[i].npy, 3) != 0 || at[4] != '\'')
			continue;
		array->type = fcl_tool_type_of(names[i].name);
		return 0;
	}
	return fcl_err_set(err, -EINVAL,
			   "expected little-endian numbers (such as '<i4'), found the dtype %.*s",
			   at ? (int)strcspn(at, ",}\n") : 4, at ? at : "none");
}

static int npy_read_shape(const char *header, struct fcl_tool_array *array, struct fcl_err *err)
{
	const char *at = value_of(header, "'shape'");
	const char *order = value_of(header, "'fortran_order'");
	char *end;

	if (!at || *at++ != '(' || !order)
		return fcl_err_set(err, -EINVAL, "its header has no shape");
	for (array->ndims = 0; *(at += strspn(at, " ,")) != ')'; at = end) {
		errno = 0;
		if (array->ndims < FCL_TOOL_DIMS)
			array->shape[array->ndims++] = strtoull(at, &end, 10);
		else
			end = (char *)(uintptr_t)at;
		if (end == at || errno || *at == '-')
			return fcl_err_set(
				err, -EINVAL,
				"its shape is not that of an array of up to %d dimensions",
				FCL_TOOL_DIMS);
	}
	if (!strncmp(order, "True", 4) && array->ndims > 1)
		return fcl_err_set(err, -EINVAL,
				   "it is in Fortran order; save numpy.ascontiguousarray(x)");
	if (!array->ndims)
		array->shape[array->ndims++] = 1;
	return 0;
}

static int read_data(const char *data, size_t size, struct fcl_tool_array *array,
		     struct fcl_err *err)
{
	size_t bytes;
	int error = fcl_tool_array_size(array, &bytes, err);

	if (error)
		return error;
	if (bytes != size)
		return fcl_err_set(
			err, -EINVAL,
			"the file is too %s: its header says %zu bytes of numbers, there are %zu",
			size < bytes ? "short" : "long", bytes, size);
	fcl_text_append(&array->bytes, data, size);
	return 0;
}

int fcl_tool_npy_read(const char *file, size_t size, struct fcl_tool_array *array,
		      struct fcl_err *err)
{
	const unsigned char *bytes = (const unsigned char *)file;
	size_t start, length;
	char *header;
	int error;

	if (size < 12 || memcmp(file, "\x93NUMPY", 6) != 0 || bytes[6] < 1 || bytes[6] > 3)
		return fcl_err_set(err, -EINVAL, "it is not a .npy file of version 1 to 3");
	start = bytes[6] == 1 ? 10 : 12;
	length = bytes[8] | (size_t)bytes[9] << 8;
	if (start == 12)
		length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
	if (length > size - start)
		return fcl_err_set(err, -EINVAL,
				   "the file is too short: it ends within its header");
	header = strndup(file + start, length);
	if (!header)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	error = npy_read_type(header, array, err);
	if (!error)
		error = npy_read_shape(header, array, err);
	free(header);
	return error ? error : read_data(file + start + length, size - start - length, array, err);
}

/* The header is padded so that the data starts at a multiple of 64. */
void fcl_tool_npy_write(const struct fcl_tool_array *array, struct fcl_text *out)
{
	size_t length;

	fcl_text_append(out, "\x93NUMPY\1\0\0\0", 10);
	fcl_text_format(out, "{'descr': '%s', 'fortran_order': False, 'shape': (",
			fcl_tool_npy_name(&array->type));
	for (unsigned i = 0; i < array->ndims; i++)
		fcl_text_format(out, i ? ", %zu" : "%zu", array->shape[i]);
	fcl_text_format(out, array->ndims == 1 ? ",), }" : "), }");
	while (!out->failed && out->size % 64 != 63)
		fcl_text_append(out, " ", 1);
	fcl_text_append(out, "\n", 1);
	length = out->size - 10;
	if (!out->failed) {
		out->bytes[8] = (char)(length & 0xFF);
		out->bytes[9] = (char)(length >> 8);
	}
	fcl_text_append(out, array->bytes.bytes, array->bytes.size);
}
