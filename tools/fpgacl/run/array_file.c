/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/array_file.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "tools/fpgacl/run/csv.h"
#include "tools/fpgacl/run/npy.h"
#include "tools/fpgacl/run/pgm.h"
#include "tools/fpgacl/run/png.h"

static bool array_ends_with(const char *path, const char *ending)
{
	size_t length = strlen(path), tail = strlen(ending);

	return length > tail && !strcasecmp(path + length - tail, ending);
}

/* Such a file does not contain plain numbers, so its bytes must not be read as such. */
static int refuse_format(const char *path, struct fcl_err *err)
{
	static const char *const others[] = {".jpg",  ".jpeg", ".bmp", ".gif", ".tif", ".tiff",
					     ".webp", ".ppm",  ".npz", ".tsv", ".json"};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (array_ends_with(path, others[i]))
			return fcl_err_set(
				err, -EINVAL,
				"%s: %s files are not supported; .npy, .csv, .pgm and .png are, and files with other endings are taken as bytes",
				path, others[i]);
	return 0;
}

static bool is_csv(const char *path)
{
	return !strcmp(path, "-") || array_ends_with(path, ".csv");
}

/* An opaque type is counted in bytes. */
static void read_raw(const char *file, size_t size, struct fcl_tool_array *array)
{
	if (array->type.kind == FCL_TOOL_OPAQUE)
		array->type.size = array->type.size ? array->type.size : 1;
	array->ndims = 1;
	array->shape[0] = size / array->type.size;
	fcl_text_append(&array->bytes, file, size);
}

static int read_format(const char *path, char *file, size_t size, struct fcl_tool_array *array,
		       struct fcl_err *err)
{
	if (array_ends_with(path, ".npy"))
		return fcl_tool_npy_read(file, size, array, err);
	if (array_ends_with(path, ".pgm"))
		return fcl_tool_pgm_read(file, size, array, err);
	if (array_ends_with(path, ".png"))
		return fcl_tool_png_read(file, size, array, err);
	if (array_ends_with(path, ".csv"))
		return fcl_tool_csv_read(file, size, array, err);
	read_raw(file, size, array);
	return 0;
}

static int array_say_type(const struct fcl_tool_array *array, const struct fcl_tool_type *wanted,
			  struct fcl_err *err)
{
	const char *npy = fcl_tool_npy_name(wanted);
	char hint[64] = "";

	if (npy)
		snprintf(hint, sizeof(hint), ": x.astype('%s') converts them", npy);
	return fcl_err_set(err, -EINVAL, "it holds numbers of type %s, but %s is expected%s",
			   array->type.name, wanted->name, hint);
}

static int fpgacl_array_check(struct fcl_tool_array *array, const struct fcl_tool_type *wanted,
			      struct fcl_err *err)
{
	size_t element = wanted->size * wanted->lanes;

	if (array->bytes.failed)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	if (wanted->kind != FCL_TOOL_OPAQUE && !fcl_tool_type_same(&array->type, wanted))
		return array_say_type(array, wanted, err);
	if (!array->bytes.size || array->bytes.size % element)
		return fcl_err_set(
			err, -EINVAL,
			"the file is too short: it holds %zu bytes, expected a multiple of the %zu of one %s",
			array->bytes.size, element, wanted->name);
	if (wanted->kind != FCL_TOOL_OPAQUE)
		array->type = *wanted;
	return 0;
}

int fcl_tool_array_read(const char *path, const struct fcl_tool_type *wanted,
			struct fcl_tool_array *ret_array, struct fcl_err *err)
{
	struct fcl_tool_array array = {.type = *wanted};
	char *file = NULL;
	size_t size;
	int error = refuse_format(path, err);

	if (!error)
		error = fcl_file_read(path, SIZE_MAX, &file, &size, err);

	if (error)
		return error;
	error = read_format(path, file, size, &array, err);
	if (!error)
		error = fpgacl_array_check(&array, wanted, err);
	free(file);
	if (error) {
		fcl_text_free(&array.bytes);
		fcl_err_prefix(err, "%s", path);
		err->code = error == -ENOMEM ? error : -EBADMSG;
		return err->code;
	}
	*ret_array = array;
	return 0;
}

int fcl_tool_array_writable(const struct fcl_tool_array *array, const char *path,
			    struct fcl_err *err)
{
	const struct fcl_tool_type *type = &array->type;

	if (array_ends_with(path, ".npy") && !fcl_tool_npy_name(type))
		return fcl_err_set(err, -EINVAL,
				   "%s: NumPy has no numbers of type '%s'; write a raw file", path,
				   type->name);
	if (is_csv(path) &&
	    (type->kind == FCL_TOOL_OPAQUE || (type->kind == FCL_TOOL_FLOAT && type->size == 2)))
		return fcl_err_set(
			err, -EINVAL,
			"%s: values of type '%s' cannot be written as text; give their type (COUNTxTYPE), or write a raw file",
			path, type->name);
	if (array_ends_with(path, ".pgm") &&
	    (array->ndims != 2 || type->kind != FCL_TOOL_UNSIGNED || type->size > 2))
		return fcl_err_set(
			err, -EINVAL,
			"%s: an image has HEIGHTxWIDTHxuchar (or ushort), this has %u dimensions of %s",
			path, array->ndims, type->name);
	if (array_ends_with(path, ".png") && !fcl_tool_png_fits(array))
		return fcl_err_set(
			err, -EINVAL,
			"%s: an image has HEIGHTxWIDTHxuchar or HEIGHTxWIDTHxCHANNELSxuchar (or ushort), with up to 4 channels; this has %u dimensions of %s",
			path, array->ndims, type->name);
	return refuse_format(path, err);
}

int fcl_tool_array_write(const struct fcl_tool_array *array, const char *path, struct fcl_err *err)
{
	struct fcl_text out = {0};
	int error = 0;

	if (array_ends_with(path, ".npy"))
		fcl_tool_npy_write(array, &out);
	else if (is_csv(path))
		fcl_tool_csv_write(array, &out);
	else if (array_ends_with(path, ".pgm"))
		fcl_tool_pgm_write(array, &out);
	else if (array_ends_with(path, ".png"))
		error = fcl_tool_png_write(array, &out, err);
	else
		fcl_text_append(&out, array->bytes.bytes, array->bytes.size);
	if (error)
		fcl_err_prefix(err, "%s", path);
	else if (out.failed)
		error = fcl_err_set(err, -ENOMEM, "%s: out of memory", path);
	else if (!strcmp(path, "-"))
		fwrite(out.bytes, 1, out.size, stdout);
	else
		error = fcl_file_write(path, out.bytes, out.size, err);
	fcl_text_free(&out);
	return error;
}
