/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>

/* Prints piece by piece, an empty line, and at the end a line without an end. */
extern "C" void console(int *out)
{
	printf("first ");
	printf("line %d\n\n", 1);
	printf("the rest");
	out[0] = 'x';
}
