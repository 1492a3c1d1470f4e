/* SPDX-License-Identifier: Apache-2.0 */
static int calls; /* each unit has its own copy */

static int work(int value, int factor)
{
	return value * factor;
}

extern "C" {
void scale(const int *in, int *out, int factor, int size)
{
	calls++;
	for (int i = 0; i < size; i++)
		out[i] = work(in[i], factor);
	out[size] = calls;
}
}
