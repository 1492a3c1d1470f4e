/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VISION_PICTURE_H
#define VISION_PICTURE_H

/* 8 bits per sample: RGB with 3 samples per pixel, gray with 1; rows without padding. */
struct picture {
	unsigned char *samples; /* [height][width][channels] */
	int width, height, channels;
};

/* The longest message of the functions below. */
enum { PICTURE_MESSAGE = 256 };

/*
 * Reads PGM and PPM files (P5, P6, at most 255), and PNG files if the program was built with
 * libpng, as RGB; at most 16384 x 16384 pixels. 0, or -1 with a message. The caller frees
 * `samples`.
 */
int picture_read(const char *path, struct picture *ret_picture, char message[PICTURE_MESSAGE]);

/* Writes PNG if the name ends in .png, else PGM or PPM. 0, or -1 with a message. */
int picture_write(const char *path, const struct picture *picture, char message[PICTURE_MESSAGE]);

#endif
