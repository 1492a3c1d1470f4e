/* SPDX-License-Identifier: Apache-2.0 */
/* Picture files: PGM and PPM, and PNG if libpng was available at build time. */
#include "picture.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef VISION_HAVE_PNG
#include <png.h>
#endif

enum { MAX_SIDE = 16384 };

static int picture_fail(char *message, const char *path, const char *why)
{
	snprintf(message, PICTURE_MESSAGE, "%s: %s", path, why);
	return -1;
}

static int picture_allocate(struct picture *picture, int channels)
{
	if (picture->width < 1 || picture->height < 1 || picture->width > MAX_SIDE ||
	    picture->height > MAX_SIDE)
		return -1;
	picture->channels = channels;
	picture->samples =
		malloc((size_t)picture->width * (size_t)picture->height * (size_t)channels);
	return picture->samples ? 0 : -1;
}

/* --- PGM, PPM ------------------------------------------------------------------------------------ */

/*
 * The next number of the header, after white space and comments; -1: none, or one that is too
 * large.
 */
static int picture_read_number(FILE *file)
{
	int c = getc(file), number = -1;

	while (isspace(c) || c == '#') {
		while (c == '#' && c != EOF && c != '\n')
			while ((c = getc(file)) != '\n' && c != EOF)
				;
		c = getc(file);
	}
	for (; isdigit(c) && number < 1000000; c = getc(file))
		number = (number < 0 ? 0 : number * 10) + c - '0';
	return isspace(c) ? number : -1;
}

static int read_pnm(FILE *file, const char *path, int channels, struct picture *picture,
		    char *message)
{
	int most;
	size_t count;

	picture->width = picture_read_number(file);
	picture->height = picture_read_number(file);
	most = picture_read_number(file);
	if (most < 1 || most > 255)
		return picture_fail(message, path,
				    "expected a PGM or PPM header with values up to 255");
	if (picture_allocate(picture, 3))
		return picture_fail(message, path,
				    "expected 1 to 16384 pixels a side, and memory for them");
	count = (size_t)picture->width * (size_t)picture->height;
	if (fread(picture->samples, (size_t)channels, count, file) != count) {
		free(picture->samples);
		return picture_fail(message, path, "ends before its last pixel");
	}
	for (size_t i = count; channels == 1 && i-- > 0;)
		memset(picture->samples + 3 * i, picture->samples[i], 3);
	for (size_t i = 0; most < 255 && i < 3 * count; i++) {
		int sample = picture->samples[i] < most ? picture->samples[i] : most;

		picture->samples[i] = (unsigned char)(sample * 255 / most);
	}
	return 0;
}

static int write_pnm(FILE *file, const struct picture *picture)
{
	size_t count = (size_t)picture->width * (size_t)picture->height;

	fprintf(file, "P%d\n%d %d\n255\n", picture->channels == 1 ? 5 : 6, picture->width,
		picture->height);
	return fwrite(picture->samples, (size_t)picture->channels, count, file) == count ? 0 : -1;
}

/* --- PNG ----------------------------------------------------------------------------------------- */

#ifdef VISION_HAVE_PNG
static int read_png(FILE *file, const char *path, struct picture *picture, char *message)
{
	png_image png = {.version = PNG_IMAGE_VERSION};

	if (!png_image_begin_read_from_stdio(&png, file))
		return picture_fail(message, path, png.message);
	png.format = PNG_FORMAT_RGB;
	picture->width = png.width > MAX_SIDE ? 0 : (int)png.width;
	picture->height = png.height > MAX_SIDE ? 0 : (int)png.height;
	if (picture_allocate(picture, 3)) {
		png_image_free(&png);
		return picture_fail(message, path,
				    "expected 1 to 16384 pixels a side, and memory for them");
	}
	if (!png_image_finish_read(&png, NULL, picture->samples, 0, NULL)) {
		free(picture->samples);
		return picture_fail(message, path, png.message);
	}
	return 0;
}

static int write_png(FILE *file, const struct picture *picture)
{
	png_image png = {.version = PNG_IMAGE_VERSION,
			 .width = (png_uint_32)picture->width,
			 .height = (png_uint_32)picture->height,
			 .format = picture->channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB};

	return png_image_write_to_stdio(&png, file, 0, picture->samples, 0, NULL) ? 0 : -1;
}
#else
static int read_png(FILE *file, const char *path, struct picture *picture, char *message)
{
	(void)file;
	(void)picture;
	return fail(
		message, path,
		"is PNG, which requires a build with libpng (package libpng-dev); use PPM instead");
}

static int write_png(FILE *file, const struct picture *picture)
{
	(void)file;
	(void)picture;
	errno = ENOTSUP;
	return -1;
}
#endif

/*
 * --- all formats ---------------------------------------------------------------------------------
 */

int picture_read(const char *path, struct picture *ret_picture, char message[PICTURE_MESSAGE])
{
	FILE *file = fopen(path, "rb");
	struct picture picture = {0};
	unsigned char magic[2];
	int error;

	if (!file)
		return picture_fail(message, path, strerror(errno));
	if (fread(magic, 1, 2, file) != 2) {
		error = picture_fail(message, path, "is too short for a picture");
	} else if (magic[0] == 'P' && (magic[1] == '5' || magic[1] == '6')) {
		error = read_pnm(file, path, magic[1] == '5' ? 1 : 3, &picture, message);
	} else if (magic[0] == 0x89 && magic[1] == 'P') {
		rewind(file);
		error = read_png(file, path, &picture, message);
	} else {
		error = picture_fail(message, path, "is not a PNG, PGM (P5) or PPM (P6) file");
	}
	fclose(file);
	if (!error)
		*ret_picture = picture;
	return error;
}

int picture_write(const char *path, const struct picture *picture, char message[PICTURE_MESSAGE])
{
	size_t length = strlen(path);
	int png = length > 4 && !strcasecmp(path + length - 4, ".png");
	FILE *file = fopen(path, "wb");
	int error;

	if (!file)
		return picture_fail(message, path, strerror(errno));
	error = png ? write_png(file, picture) : write_pnm(file, picture);
	error |= fclose(file);
	return error ? picture_fail(message, path,
				    errno == ENOTSUP
					    ? "PNG requires a build with libpng; use .ppm or .pgm"
					    : "cannot be written")
		     : 0;
}
