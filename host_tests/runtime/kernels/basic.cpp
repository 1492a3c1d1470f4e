/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

/* Adds `step` to `count` numbers. */
extern "C" void bump(int *numbers, int count, int step)
{
	for (int i = 0; i < count; i++)
		numbers[i] += step;
}

/* to[i] = 3 * to[i] + from[i] + number. */
extern "C" void blend(int *to, const int *from, int count, int number)
{
	for (int i = 0; i < count; i++)
		to[i] = (int)((unsigned)to[i] * 3u + (unsigned)from[i] + (unsigned)number);
}

/* Appends `value` to a list; list[0] is its length. */
extern "C" void append(int *list, int value)
{
	list[1 + list[0]] = value;
	list[0]++;
}

/* Sets its own flag and waits until the first `count` flags are set. */
extern "C" void meet(volatile int *flags, int mine, int count)
{
	flags[mine] = 1;
	for (int i = 0; i < count; i++)
		while (!flags[i])
			;
}

extern "C" void refuse(int bad)
{
	assert(!bad);
}
