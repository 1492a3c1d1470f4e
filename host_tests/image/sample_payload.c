/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A shared object that a test can load and call, with data, relocations and uninitialised memory.
 */
#include <stddef.h>

__attribute__((visibility("default"))) int sample_payload_answer(int n);

static int table[1000];
static const char *const words[] = {"four", "eleven", "nineteen"};
static const char *const *volatile chosen = words;

int sample_payload_answer(int n)
{
	size_t length = 0;

	while (chosen[1][length])
		length++;
	table[n] += n;
	return table[n] * (int)length;
}
