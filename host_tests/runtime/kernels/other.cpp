/* SPDX-License-Identifier: Apache-2.0 */
/* Another image: twice every number. */
extern "C" void twice(int *numbers, int count)
{
	for (int i = 0; i < count; i++)
		numbers[i] *= 2;
}
