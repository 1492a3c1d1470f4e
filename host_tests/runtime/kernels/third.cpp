/* SPDX-License-Identifier: Apache-2.0 */
/* A third image: every number times three, and some bits of it turned. */
extern "C" void mix(int *numbers, int count, int bits)
{
	for (int i = 0; i < count; i++)
		numbers[i] = (int)((unsigned)numbers[i] * 3u) ^ bits;
}
