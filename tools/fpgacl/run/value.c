/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/value.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgacl/run/array_file.h"

/* Lists the kernel's arguments, for the error about an unknown one. */
static int no_such(const struct fcl_image_kernel *kernel, const char *name, size_t length,
		   struct fcl_err *err)
{
	char list[600] = "none";
	size_t used = 0;

	for (uint32_t i = 0; i < kernel->nargs && used < sizeof(list); i++)
		used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s (%s)",
					 i ? ", " : "", kernel->args[i].name,
					 kernel->args[i].type_name);
	return fcl_err_set(err, -EINVAL, "kernel %s has no argument '%.*s'; it has %s",
			   kernel->name, (int)length, name, list);
}

/* Finds the argument before '=' by name or number. */
static int value_find(const struct fcl_tool_launch *launch, const char *text, uint32_t *ret_id,
		      const char **ret_value, struct fcl_err *err)
{
	const struct fcl_image_kernel *kernel = launch->kernel;
	size_t length = strcspn(text, "=");
	char number[12];

	if (!text[length] || !length)
		return fcl_err_set(err, -EINVAL, "'%s': expected NAME=VALUE", text);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const char *name = kernel->args[i].name;

		snprintf(number, sizeof(number), "%u", i);
		if ((strlen(name) != length || strncmp(name, text, length) != 0) &&
		    (strlen(number) != length || strncmp(number, text, length) != 0))
			continue;
		*ret_id = i;
		*ret_value = text + length + 1;
		return 0;
	}
	return no_such(kernel, text, length, err);
}

static int value_read_file(const char *path, const struct fcl_tool_type *type,
			   struct fcl_tool_array *array, struct fcl_err *err)
{
	fcl_text_free(&array->bytes);
	return fcl_tool_array_read(path, type, array, err);
}

/* Parses "4096x" or "64x48x" and returns the rest of the text. */
static const char *value_read_shape(const char *text, struct fcl_tool_array *array)
{
	array->ndims = 0;
	while (*text >= '0' && *text <= '9' && array->ndims < FCL_TOOL_DIMS) {
		char *end;

		array->shape[array->ndims++] = strtoull(text, &end, 10);
		text = end + (*end == 'x');
	}
	return text;
}

/* Parses the part before '@': shape and type of the numbers. */
static int read_form(const char *text, size_t length, const struct fcl_tool_type *own,
		     struct fcl_tool_array *array, struct fcl_err *err)
{
	char form[80];
	const char *rest;

	if (length >= sizeof(form))
		return fcl_err_set(err, -EINVAL, "'%.*s': expected COUNTxTYPE", (int)length, text);
	memcpy(form, text, length);
	form[length] = '\0';
	rest = value_read_shape(form, array);
	array->type = *rest ? fcl_tool_type_of(rest) : *own;
	if (array->type.kind == FCL_TOOL_OPAQUE && (*rest || own->size == 1))
		return fcl_err_set(
			err, -EINVAL,
			"'%s': expected COUNTxTYPE with a type such as int, uchar or float4 (4096xint)%s",
			form, *rest ? "" : ", as the kernel does not say what the buffer holds");
	if (own->kind != FCL_TOOL_OPAQUE && !fcl_tool_type_same(own, &array->type))
		return fcl_err_set(err, -EINVAL, "'%s': the argument is a buffer of %s, not of %s",
				   form, own->name, array->type.name);
	if (array->ndims &&
	    __builtin_mul_overflow(array->shape[array->ndims - 1], (size_t)array->type.lanes,
				   &array->shape[array->ndims - 1]))
		return fcl_err_set(err, -EOVERFLOW, "'%s': that is more than 2^64 numbers", form);
	return 0;
}

static int value_check_size(struct fcl_tool_array *array, const struct fcl_tool_type *own,
			    size_t *ret_size, struct fcl_err *err)
{
	size_t element = own->size * own->lanes;
	int error = fcl_tool_array_size(array, ret_size, err);

	if (error)
		return error;
	if (!*ret_size || *ret_size % element)
		return fcl_err_set(err, -EINVAL,
				   "a buffer of %zu bytes is not a whole number of %s (%zu bytes)",
				   *ret_size, own->name, element);
	return 0;
}

/*
 * [COUNTxTYPE][@FILE]: zeros, or the file's contents, which must have the given number of elements.
 */
static int value_read_buffer(const char *text, const struct fcl_tool_type *own,
			     struct fcl_tool_array *array, struct fcl_err *err)
{
	const char *at = strchr(text, '@');
	size_t length = at ? (size_t)(at - text) : strlen(text), size = 0;
	struct fcl_tool_array form = {0};
	int error;

	if (at == text)
		return value_read_file(at + 1, own, array, err);
	error = read_form(text, length, own, &form, err);
	if (!error && form.ndims)
		error = value_check_size(&form, own, &size, err);
	if (error)
		return error;
	if (!form.ndims && !at)
		return fcl_err_set(
			err, -EINVAL,
			"'%s': expected @FILE for what is in a file, or COUNTxTYPE for zeros",
			text);
	if (at) {
		error = value_read_file(at + 1, &form.type, array, err);
		if (!error && !form.ndims)
			error = value_check_size(array, own, &size, err);
		if (error || !form.ndims)
			return error;
		if (array->bytes.size != size)
			return fcl_err_set(err, -EBADMSG,
					   "%s is too %s: %.*s has %zu bytes, the file %zu", at + 1,
					   array->bytes.size < size ? "short" : "long", (int)length,
					   text, size, array->bytes.size);
		form.bytes = array->bytes;
	} else if (fcl_text_zeros(&form.bytes, size), form.bytes.failed) {
		return fcl_err_set(err, -ENOMEM, "'%s': not enough memory for %zu bytes", text,
				   size);
	}
	*array = form;
	return 0;
}

static int value_read_numbers(const char *text, const struct fcl_tool_type *type, unsigned want,
			      struct fcl_tool_array *array, struct fcl_err *err)
{
	char *copy = strdup(text), *rest = NULL;
	unsigned char bytes[8];
	unsigned count = 0;
	int error = copy ? 0 : fcl_err_set(err, -ENOMEM, "out of memory");

	for (char *word = copy ? strtok_r(copy, ", ", &rest) : NULL; word && !error;
	     word = strtok_r(NULL, ", ", &rest), count++) {
		error = fcl_tool_number_read(type, word, bytes, err);
		if (!error)
			fcl_text_append(&array->bytes, bytes, type->size);
	}
	free(copy);
	if (!error && count != want)
		error = fcl_err_set(err, -EINVAL, "'%s': expected %u value%s of type %s, found %u",
				    text, want, want == 1 ? "" : "s, separated by commas,",
				    type->name, count);
	return error;
}

/* A scalar as text, or a file with its bytes. */
static int value_read_scalar(const struct fcl_image_arg *arg, const char *text,
			     struct fcl_tool_array *array, struct fcl_err *err)
{
	struct fcl_tool_type type = fcl_tool_type_of(arg->type_name);
	static const struct fcl_tool_type byte = {"byte", FCL_TOOL_OPAQUE, 8, 1, 1};
	bool is_three = strchr(type.name, '3') && type.lanes == 4;
	int error;

	if (*text == '@') {
		error = value_read_file(text + 1, &byte, array, err);
		if (!error && array->bytes.size != arg->host_size)
			error = fcl_err_set(err, -EBADMSG, "%s holds %zu bytes, expected %" PRIu64,
					    text + 1, array->bytes.size, arg->host_size);
		return error;
	}
	if (type.size * type.lanes != arg->host_size)
		type.kind = FCL_TOOL_OPAQUE;
	error = value_read_numbers(text, &type, is_three ? 3 : type.lanes, array, err);
	if (!error && is_three)
		fcl_text_zeros(&array->bytes, type.size);
	return error;
}

static int fpgacl_read_value(const struct fcl_image_arg *arg, const char *text,
			     struct fcl_tool_value *value, struct fcl_err *err)
{
	struct fcl_tool_type own = fcl_tool_type_of(arg->type_name);

	switch (arg->qualifier) {
	case FCL_ARG_SCALAR:
		return value_read_scalar(arg, text, &value->array, err);
	case FCL_ARG_STREAM:
		return fcl_err_set(
			err, -EINVAL,
			"it is a stream, which the image connects; run the kernel at its other end beside this one: another --kernel");
	case FCL_ARG_LOCAL:
	case FCL_ARG_GLOBAL:
	case FCL_ARG_CONSTANT:
		break;
	}
	value->null = arg->qualifier != FCL_ARG_LOCAL && !strcmp(text, "null");
	return value->null ? 0 : value_read_buffer(text, &own, &value->array, err);
}

int fcl_tool_plan_argument(struct fcl_tool_launch *launch, const char *text, struct fcl_err *err)
{
	const char *value;
	uint32_t id;
	int error = value_find(launch, text, &id, &value, err);

	if (error)
		return error;
	if (launch->values[id].given)
		return fcl_err_set(err, -EINVAL, "argument '%s' is given twice",
				   launch->kernel->args[id].name);
	launch->values[id].given = true;
	error = fpgacl_read_value(&launch->kernel->args[id], value, &launch->values[id], err);
	if (error || launch->values[id].null || !launch->values[id].array.bytes.failed)
		return error ? fcl_err_prefix(err, "argument '%s' (%s)",
					      launch->kernel->args[id].name,
					      launch->kernel->args[id].type_name)
			     : 0;
	return fcl_err_set(err, -ENOMEM, "out of memory");
}

int fcl_tool_plan_output(struct fcl_tool_launch *launch, const char *text, struct fcl_err *err)
{
	const char *path;
	uint32_t id;
	int error = value_find(launch, text, &id, &path, err);

	if (error)
		return error;
	if (launch->kernel->args[id].qualifier != FCL_ARG_GLOBAL)
		return fcl_err_set(
			err, -EINVAL,
			"argument '%s' (%s) is not a buffer that could be written to a file",
			launch->kernel->args[id].name, launch->kernel->args[id].type_name);
	path += *path == '@';
	if (!*path || launch->values[id].output)
		return fcl_err_set(err, -EINVAL, "-o %s: expected one file", text);
	launch->values[id].output = path;
	return 0;
}
