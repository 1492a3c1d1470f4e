/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/png.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool fcl_tool_png_fits(const struct fcl_tool_array *array)
{
	return (array->ndims == 2 || (array->ndims == 3 && array->shape[2] <= 4)) &&
	       array->shape[0] && array->shape[1] && (array->ndims == 2 || array->shape[2]) &&
	       array->type.kind == FCL_TOOL_UNSIGNED && array->type.size <= 2 &&
	       array->type.lanes == 1;
}

#ifdef FCL_HAS_PNG
#include <png.h>

enum {
	MOST = 1 << 20, /* limit for pixels in a row, and for rows */
	MOST_PACKED =
		1100, /* limit for the bytes that one byte of deflate expands to: at most 1032 */
	MOST_EXPANDED = 32, /* bytes that a file's byte may take in memory beyond ALWAYS_HELD */
};
static const size_t ALWAYS_HELD = (size_t)1 << 30; /* for images of which large parts are alike */

/* A file in memory, and what is wrong with it. */
struct file {
	const char *at;
	size_t left, size;
	struct fcl_text *out;
	char why[128];
};

/* libpng requires that this function does not return. */
static void fail(png_structp png, png_const_charp why)
{
	struct file *file = png_get_error_ptr(png);

	snprintf(file->why, sizeof(file->why), "%s", why);
	png_longjmp(png, 1);
}

static void warn(png_structp png, png_const_charp why)
{
	(void)png, (void)why;
}

static void take(png_structp png, png_bytep to, size_t count)
{
	struct file *file = png_get_io_ptr(png);

	if (count > file->left)
		png_error(png, "the file is too short");
	memcpy(to, file->at, count);
	file->at += count;
	file->left -= count;
}

static void put(png_structp png, png_bytep from, size_t count)
{
	fcl_text_append(((struct file *)png_get_io_ptr(png))->out, from, count);
}

static void flush(png_structp png)
{
	(void)png;
}

/*
 * Expands grey below 8 bits to 8 bits, a palette to RGB, and a transparent colour to an alpha
 * channel.
 */
static void expand(png_structp png, png_infop info)
{
	const unsigned short order = 1;

	png_set_expand(png);
	png_set_interlace_handling(png);
	if (png_get_bit_depth(png, info) == 16 && *(const unsigned char *)&order)
		png_set_swap(png);
	png_read_update_info(png, info);
}

static void describe(png_structp png, png_infop info, struct fcl_tool_array *array)
{
	unsigned channels = png_get_channels(png, info);

	array->type = fcl_tool_type_of(png_get_bit_depth(png, info) == 16 ? "ushort" : "uchar");
	array->shape[0] = png_get_image_height(png, info);
	array->shape[1] = png_get_image_width(png, info);
	array->shape[2] = channels;
	array->ndims = channels == 1 ? 2 : 3;
}

/* Row pointers into the array, since interlaced images are read in several passes. */
static png_bytep *rows_of(struct fcl_tool_array *array)
{
	size_t bytes = array->bytes.size / array->shape[0];
	png_bytep *rows = calloc(array->shape[0], sizeof(*rows));

	for (size_t i = 0; rows && i < array->shape[0]; i++)
		rows[i] = (png_bytep)array->bytes.bytes + i * bytes;
	return rows;
}

/* State that changes after setjmp() must be behind a pointer. */
struct reading {
	png_structp png;
	png_infop info;
	png_bytep *rows;
	struct file file;
};

/* Before allocating memory: whether the file is long enough for the size in its header. */
static bool can_hold(struct reading *reading)
{
	struct file *file = &reading->file;
	size_t bytes = png_get_rowbytes(reading->png, reading->info) *
		       (size_t)png_get_image_height(reading->png, reading->info);

	if (bytes / MOST_PACKED <= file->size)
		return true;
	snprintf(file->why, sizeof(file->why),
		 "its header says %zu bytes of pixels, more than a file of %zu bytes can hold",
		 bytes, file->size);
	return false;
}

/*
 * A bit of a palette image becomes three or four bytes, so a small file that could hold all its
 * pixels may still ask for more memory than the machine has.
 */
static bool can_expand(struct reading *reading, size_t bytes)
{
	struct file *file = &reading->file;

	if (bytes <= ALWAYS_HELD || bytes / MOST_EXPANDED <= file->size)
		return true;
	snprintf(file->why, sizeof(file->why),
		 "its pixels take %zu bytes, over 1 GiB and over %d times the size of the file",
		 bytes, MOST_EXPANDED);
	return false;
}

static int read_pixels(struct reading *reading, struct fcl_tool_array *array)
{
	size_t bytes;

	if (setjmp(png_jmpbuf(reading->png)))
		return *reading->file.why ? -EINVAL : -ENOMEM;
	png_set_read_fn(reading->png, &reading->file, take);
	png_set_user_limits(reading->png, MOST, MOST);
	png_read_info(reading->png, reading->info);
	if (!can_hold(reading))
		return -EINVAL;
	expand(reading->png, reading->info);
	describe(reading->png, reading->info, array);
	bytes = png_get_rowbytes(reading->png, reading->info) * array->shape[0];
	if (!can_expand(reading, bytes))
		return -EINVAL;
	fcl_text_zeros(&array->bytes, bytes);
	reading->rows = array->bytes.failed ? NULL : rows_of(array);
	if (!reading->rows)
		return -ENOMEM;
	png_read_image(reading->png, reading->rows);
	png_read_end(reading->png, NULL);
	return 0;
}

int fcl_tool_png_read(const char *file, size_t size, struct fcl_tool_array *array,
		      struct fcl_err *err)
{
	struct reading *reading = calloc(1, sizeof(*reading));
	int error = -ENOMEM;

	if (size < 8 || png_sig_cmp((png_const_bytep)file, 0, 8)) {
		free(reading);
		return fcl_err_set(err, -EINVAL, "expected a PNG image, found another file");
	}
	if (!reading)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	reading->file = (struct file){.at = file, .left = size, .size = size};
	reading->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading->file, fail, warn);
	reading->info = reading->png ? png_create_info_struct(reading->png) : NULL;
	if (reading->info)
		error = read_pixels(reading, array);
	png_destroy_read_struct(&reading->png, &reading->info, NULL);
	if (error)
		fcl_err_set(err, error, "%s%s", error == -ENOMEM ? "" : "the image is damaged: ",
			    error == -ENOMEM ? "out of memory" : reading->file.why);
	free(reading->rows);
	free(reading);
	return error;
}

static const int colours[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
			      PNG_COLOR_TYPE_RGB_ALPHA};

static int write_pixels(struct reading *writing, const struct fcl_tool_array *array)
{
	const unsigned short order = 1;
	size_t channels = array->ndims == 2 ? 1 : array->shape[2];

	if (setjmp(png_jmpbuf(writing->png)))
		return *writing->file.why ? -EINVAL : -ENOMEM;
	png_set_write_fn(writing->png, &writing->file, put, flush);
	png_set_user_limits(writing->png, MOST, MOST);
	png_set_IHDR(writing->png, writing->info, (png_uint_32)array->shape[1],
		     (png_uint_32)array->shape[0], (int)array->type.size * 8, colours[channels - 1],
		     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_write_info(writing->png, writing->info);
	if (array->type.size == 2 && *(const unsigned char *)&order)
		png_set_swap(writing->png);
	png_write_image(writing->png, writing->rows);
	png_write_end(writing->png, NULL);
	return 0;
}

int fcl_tool_png_write(const struct fcl_tool_array *array, struct fcl_text *out,
		       struct fcl_err *err)
{
	struct reading *writing = calloc(1, sizeof(*writing));
	struct fcl_tool_array view = *array;
	int error = -ENOMEM;

	if (!writing)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	writing->file.out = out;
	writing->rows = rows_of(&view);
	writing->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writing->file, fail, warn);
	writing->info = writing->png ? png_create_info_struct(writing->png) : NULL;
	if (writing->info && writing->rows)
		error = array->shape[0] > MOST || array->shape[1] > MOST
				? -EINVAL
				: write_pixels(writing, array);
	png_destroy_write_struct(&writing->png, &writing->info);
	if (error)
		fcl_err_set(err, error, "%s",
			    error == -ENOMEM     ? "out of memory"
			    : *writing->file.why ? writing->file.why
						 : "an image has 2^20 rows and columns at most");
	free(writing->rows);
	free(writing);
	return error;
}

#else

static int refuse(struct fcl_err *err)
{
	return fcl_err_set(
		err, -ENOTSUP,
		"this fpgacl was built without libpng and cannot read or write PNG images");
}

int fcl_tool_png_read(const char *file, size_t size, struct fcl_tool_array *array,
		      struct fcl_err *err)
{
	(void)file, (void)size, (void)array;
	return refuse(err);
}

int fcl_tool_png_write(const struct fcl_tool_array *array, struct fcl_text *out,
		       struct fcl_err *err)
{
	(void)array, (void)out;
	return refuse(err);
}

#endif
