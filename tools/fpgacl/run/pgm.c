/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/pgm.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * Reads a number in the header, after whitespace and comments. 0 if there is none, or it is too
 * large.
 */
static size_t pgm_next_number(const char **at)
{
	char *end;
	size_t number;

	for (;;) {
		*at += strspn(*at, " \t\r\n");
		if (**at != '#')
			break;
		*at += strcspn(*at, "\n");
	}
	if (!isdigit((unsigned char)**at))
		return 0;
	number = strtoul(*at, &end, 10);
	*at = end;
	return number > 1 << 20 ? 0 : number;
}

/* Pixels of two bytes are big-endian in the file. */
static void pgm_swap(struct fcl_text *bytes)
{
	for (size_t i = 0; !bytes->failed && i + 1 < bytes->size; i += 2) {
		char first = bytes->bytes[i];

		bytes->bytes[i] = bytes->bytes[i + 1];
		bytes->bytes[i + 1] = first;
	}
}

int fcl_tool_pgm_read(const char *file, size_t size, struct fcl_tool_array *array,
		      struct fcl_err *err)
{
	const char *at = file + 2;
	size_t width, height, most, bytes;

	if (size < 3 || strncmp(file, "P5", 2) != 0)
		return fcl_err_set(err, -EINVAL,
				   "expected a binary PGM image, which begins with P5");
	width = pgm_next_number(&at);
	height = pgm_next_number(&at);
	most = pgm_next_number(&at);
	if (!width || !height || !most || most > 65535 || !isspace((unsigned char)*at))
		return fcl_err_set(err, -EINVAL, "the image's width, height or maximum is wrong");
	at++;
	array->type = fcl_tool_type_of(most > 255 ? "ushort" : "uchar");
	array->shape[0] = height;
	array->shape[1] = width;
	array->ndims = 2;
	bytes = width * height * array->type.size;
	if (bytes > size - (size_t)(at - file))
		return fcl_err_set(
			err, -EINVAL,
			"the file is too short: an image of %zu x %zu has %zu bytes, there are %zu",
			width, height, bytes, size - (size_t)(at - file));
	fcl_text_append(&array->bytes, at, bytes);
	if (array->type.size == 2)
		pgm_swap(&array->bytes);
	return 0;
}

void fcl_tool_pgm_write(const struct fcl_tool_array *array, struct fcl_text *out)
{
	struct fcl_text pixels = {0};

	fcl_text_append(&pixels, array->bytes.bytes, array->bytes.size);
	if (array->type.size == 2)
		pgm_swap(&pixels);
	fcl_text_format(out, "P5\n%zu %zu\n%u\n", array->shape[1], array->shape[0],
			array->type.size == 2 ? 65535u : 255u);
	fcl_text_append(out, pixels.bytes, pixels.size);
	out->failed |= pixels.failed;
	fcl_text_free(&pixels);
}
