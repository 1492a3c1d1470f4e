/* SPDX-License-Identifier: Apache-2.0 */
/* A function with the same name as one in the other kernel's file. */
static int work(int value, int factor)
{
	return value + factor;
}

extern "C" {
void shift(int *data, int distance, int size)
{
	for (int i = 0; i < size; i++)
		data[i] = work(data[i], distance);
}
}
