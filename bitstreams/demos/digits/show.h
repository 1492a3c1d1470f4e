/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DIGITS_SHOW_H
#define DIGITS_SHOW_H

#include <stddef.h>
#include <stdint.h>

/* A digit to draw: DIGITS_PIXELS pixels from 0 to 16, and a caption. */
struct shown_digit {
	const uint8_t *image;
	size_t index;
	int predicted, label;
};

/* Draws the digits side by side in shades, with two character cells per pixel. */
void show_digits(const struct shown_digit *digits, int count);

#endif
