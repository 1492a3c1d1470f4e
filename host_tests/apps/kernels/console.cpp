/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>

/* Prints piece by piece, an empty line, and finally a line without a newline. */
extern "C" void console(int *out)
{
	printf("first ");
	printf("line %d\n\n", 1);
	printf("the rest");
	out[0] = 'x';
}
