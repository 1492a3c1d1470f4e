/* SPDX-License-Identifier: Apache-2.0 */
/* A third image: three times every number, with some bits of it flipped. */
extern "C" void mix(int *numbers, int count, int bits)
{
	for (int i = 0; i < count; i++)
		numbers[i] = (int)((unsigned)numbers[i] * 3u) ^ bits;
}
