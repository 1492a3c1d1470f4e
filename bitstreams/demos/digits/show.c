/* SPDX-License-Identifier: Apache-2.0 */
#include "show.h"

#include <stdio.h>

#include "digits.h"

#define GAP "   "

/* Two character cells are about as wide as they are high. */
static const char *shade(uint8_t pixel)
{
	static const char *const shades[] = {"  ", "░░", "▒▒", "▓▓", "██"};

	return shades[pixel > 16 ? 4 : (pixel + 3) / 4];
}

void show_digits(const struct shown_digit *digits, int count)
{
	char text[2 * DIGITS_SIDE + 16];

	for (int row = 0; row < DIGITS_SIDE; row++) {
		for (int i = 0; i < count; i++) {
			fputs(GAP, stdout);
			for (int column = 0; column < DIGITS_SIDE; column++)
				fputs(shade(digits[i].image[row * DIGITS_SIDE + column]), stdout);
		}
		putchar('\n');
	}
	for (int i = 0; i < count; i++) {
		snprintf(text, sizeof(text), "image %zu", digits[i].index);
		printf(GAP "%-*s", 2 * DIGITS_SIDE, text);
	}
	putchar('\n');
	for (int i = 0; i < count; i++) {
		snprintf(text, sizeof(text), "%d, label %d%s", digits[i].predicted, digits[i].label,
			 digits[i].predicted == digits[i].label ? "" : " !");
		printf(GAP "%-*s", 2 * DIGITS_SIDE, text);
	}
	putchar('\n');
}
