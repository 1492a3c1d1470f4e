/* SPDX-License-Identifier: Apache-2.0 */
/* The stack sizes that the emulated board has to provide for each of these kernels. */
#include <string.h>

extern "C" void small(int *out)
{
	*out = 1;
}

static int depth(const int *numbers, int n)
{
	int copy[16];

	memcpy(copy, numbers, sizeof(copy));
	return n ? depth(copy, n - 1) + copy[n % 16] : 0;
}

extern "C" void recursive(int *out, int n)
{
	*out = depth(out, n);
}
