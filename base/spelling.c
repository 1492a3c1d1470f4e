/* SPDX-License-Identifier: Apache-2.0 */
#include "base/spelling.h"

static size_t least(size_t a, size_t b, size_t c)
{
	size_t both = a < b ? a : b;

	return both < c ? both : c;
}

size_t fcl_spelling_distance(const char *word, size_t length, const char *other)
{
	size_t row[FCL_SPELLING_MOST + 1];

	for (size_t i = 0; i <= length; i++)
		row[i] = i;
	for (size_t j = 1; *other; other++, j++) {
		size_t corner = row[0];

		row[0] = j;
		for (size_t i = 1; i <= length; i++) {
			size_t above = row[i];

			row[i] = least(above + 1, row[i - 1] + 1, corner + (word[i - 1] != *other));
			corner = above;
		}
	}
	return row[length];
}
