/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels for test_memory.c and test_limits.c. */

extern "C" {

/* Writes the first and the last word of a buffer. */
void ends(int *data, long words, int value)
{
	data[0] = value;
	data[words - 1] = value + 1;
}

/* Pointers with every qualifier. */
void qualified(int *plain, const int *fixed, volatile int *changing, int *__restrict__ alone,
	       const volatile int *__restrict__ every)
{
	*alone = *plain + *fixed + *changing + *every;
}

/* Writes one word at any offset. */
void poke(int *out, long at)
{
	out[at] = 1;
}

void poke_twice(int *out, long at, long then)
{
	out[at] = 1;
	out[then] = 1;
}

void peek(int *out, long at)
{
	*out = out[at];
}

/* Runs for a while. */
void busy(int *out, int rounds)
{
	volatile int sum = 0;

	for (int i = 0; i < rounds; i++)
		sum = sum + i;
	*out = sum;
}

void twice(const int *in, int *out)
{
	*out = 2 * *in;
}

/* Occupies its thread until the word is set. */
void await(int *flag)
{
	volatile int *word = flag;

	while (!*word)
		;
	*word = 2;
}
}
