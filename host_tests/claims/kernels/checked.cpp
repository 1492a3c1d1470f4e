/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels with out-of-bounds accesses, for --check=memory. The test depends on the line numbers. */
#include <cstring>

extern "C" {

void put(const int *in, int *out, long at)
{
	out[at] = in[0];
}

void get(const int *in, int *out, long at)
{
	out[0] = in[at];
}

void copy(const int *in, int *out, long bytes)
{
	memcpy(out, in, static_cast<size_t>(bytes));
}

void own(const int *in, int *out, long at)
{
	int kept[16];

	for (int i = 0; i < 16; i++)
		kept[i] = in[i];
	out[0] = kept[at];
}
}
