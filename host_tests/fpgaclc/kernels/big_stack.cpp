/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

extern "C" void big(const int *in, int *out)
{
	int local[2][1 << 20];

	memcpy(local, in, sizeof(local));
	for (int i = 0; i < 1 << 20; i++)
		local[0][i] += local[1][(i * 7) % (1 << 20)];
	memcpy(out, local, sizeof(local));
}
